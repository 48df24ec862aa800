"""What a disagreement changes in play: surveys of many deals, the smallest deal that shows it, causes.

``contrasts`` (what is compared) → ``chunk`` (deals played) → ``run`` (all cores, resumable) →
``summary`` (shares with intervals); ``smallest`` (the smallest deal); ``causes`` (which rule makes
two rulesets end a deal differently).
"""
