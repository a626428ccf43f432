"""How the course is started: its commands, its port, its processes, JupyterLab, hubs."""
