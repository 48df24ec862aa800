"""Many deals played at once by chance, with numpy: the same tricks as the engine's, all deals in step.

An extra: ``pip install przemyskie66[batch]`` brings numpy, which nothing else here needs.

``tables`` turns the tables of :mod:`przemyskie66.engine.cardplay` into arrays, ``chance`` deals and
draws, ``lockstep`` plays. No rule stands in this package: who may play what, which card takes and
what it is worth is looked up in the engine's own tables, and tests hold both to the same results.
"""

from przemyskie66.batch.chance import choices, deals
from przemyskie66.batch.lockstep import Taken, play_all, simulate
from przemyskie66.batch.tables import BatchTables, batch_tables

__all__ = ["BatchTables", "Taken", "batch_tables", "choices", "deals", "play_all", "simulate"]
