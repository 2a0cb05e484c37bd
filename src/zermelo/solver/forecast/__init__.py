"""Forecasts of solves on a cluster: hours, bytes and cost, from a schedule of the tasks."""
