"""Writes a trained network as the file that the analysis embeds:  python3 export_weights.py WEIGHTS.npz VERSION OUT

All numbers are little-endian. 20 bytes of header: "DBNW", format (u16, 1), version of the training (u16), number of layers (u32), bytes
that follow (u32), their CRC-32 (u32). Then each layer's taps, inputs, outputs and dilation (four u16), then for each layer its weights
[tap][input][output] and its biases, as float16. Layers stand in the order in which they are applied.
"""
import json
import struct
import sys
import zlib

import numpy as np


def layers(net):
    """(dilation, weights, biases) of every layer, in the order of application"""
    dilations = json.loads(str(net['cfg']))['dil']
    names = [('f1', 1), ('f2', 1)]
    for index, dilation in enumerate(dilations):
        names += [(f'd.{index}', dilation), (f'p.{index}', 1)]
    for name, dilation in names + [('o', 1)]:
        yield dilation, net[f'{name}.weight'].astype('<f2'), net[f'{name}.bias'].astype('<f2')


def write(target, version, layers):
    """Writes layers of (dilation, weights, biases)"""
    shapes, payload, count = b'', b'', 0
    for dilation, weights, biases in layers:
        shapes += struct.pack('<4H', *weights.shape, dilation)
        payload += weights.astype('<f2').tobytes() + biases.astype('<f2').tobytes()
        count += 1
    body = shapes + payload
    with open(target, 'wb') as file:
        file.write(struct.pack('<4sHHIII', b'DBNW', 1, int(version), count, len(body), zlib.crc32(body)) + body)


def main(source, version, target):
    write(target, version, layers(np.load(source)))


if __name__ == '__main__':
    main(*sys.argv[1:])
