"""How the course is started and put together: its commands, a port, what its processes import, JupyterLab, hubs."""
