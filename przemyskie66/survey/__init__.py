"""What a disagreement changes in play: surveys of many deals, the smallest deal that shows it, causes.

``contrasts`` (what is compared) → ``chunk`` (deals played; ``replay``: only what can differ) → ``run``
(all cores, resumable) → ``summary`` (shares with intervals) → ``store``, ``stored`` (kept, read back) →
``faults`` (what is wrong with them); ``smallest`` (the smallest deal); ``causes`` (which rule makes two
rulesets end a deal differently).
"""
