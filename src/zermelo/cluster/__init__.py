"""One solve by many machines: tasks that are pure functions of objects in a store, whoever does them."""
