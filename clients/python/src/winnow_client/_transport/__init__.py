"""A call on its way: both transports, its retries, the checks of its answer, and the errors of a status."""
