"""Whether a program keeps to the protocol: put into every situation there is, what does it do wrong?"""
