"""The class in its room: who comes in, what the teacher sees and asks, what is answered and handed in.

- `room`: who may come in, who is here and where, what everybody is asked to open; the join page;
- `questions`: what may be asked on the board, exercises of the lessons and questions of a teacher's own;
- `board`: what is asked, answered and revealed, on the pages of the learners and on the teacher's;
- `handed_in`: the progress that learners hand in, and the one table of all that the class has answered;
- `teacher`: the teacher's page and what is done there, and what the terminal says of the class.

All of it is in the memory of one server and ends with it: no answer, no name and no progress is written anywhere.
Knows the pages of the course, lessons and how widgets draw a task; knows nothing of tables and no rule of a game.
"""
