"""The questions: one module for each family of them, one class for each way to ask.

A question is data; what is right, and why, it asks of the engines. How questions follow one another knows `series`.
"""
