"""The widgets of Tongits: a table scene, its driver, and the panels around it.

- `table`: `TongitsTable`, the scene with its messages; `driver`: a round and who moves in it; `felt_props`: what the
  page draws of a round;
- `learning_table`: `Table`, for lessons, with a guide and learning aids (`overlays`);
- `play`: `PlayTongits`, a match (`played_match`) with its form (`setup_form`) and panels: the coach (`coach`), reviewed
  rounds (`review_panel`), the score (`score`), records (`match_records`); `match_storage`: what the browser stores.

`cardlab.tongits` decides what is allowed. A table shared by devices is `SharedTongits`
(`cardlab.tables.tongits_device`). Nothing is imported here, because the coach needs the whole analysis, which lessons
don't.
"""
