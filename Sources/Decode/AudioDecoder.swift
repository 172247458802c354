import Signal
