"""Forecasts of solves on a cluster: hours, bytes and cost, from a simulation of the tasks."""
