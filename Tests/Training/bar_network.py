"""The bar network: from rows of beats to the logits of "this is a downbeat" and of "this is the beat that listeners tap"."""

import torch
import torch.nn.functional as F
from torch import nn

import bars


class BarNetwork(nn.Module):
    """Two convolutions over beats, then residual blocks of growing dilation; zero padded."""

    def __init__(self, wide=48, narrow=32, taps=3, dilations=(1, 2, 4, 8, 16), dropout=0.15):
        super().__init__()
        self.shape = {"H": wide, "C": narrow, "k": taps, "dil": list(dilations)}
        self.first = nn.Conv1d(bars.WIDTH, wide, 3, padding=1)
        self.second = nn.Conv1d(wide, narrow, 3, padding=1)
        self.dilated = nn.ModuleList(
            [nn.Conv1d(narrow, narrow, taps, dilation=d, padding=d * (taps // 2)) for d in dilations]
        )
        self.mixing = nn.ModuleList([nn.Conv1d(narrow, narrow, 1) for _ in dilations])
        self.output = nn.Conv1d(narrow, 2, 1)
        self.dropout = nn.Dropout1d(dropout)
        with torch.no_grad():
            for mixing in self.mixing:
                mixing.weight *= 0.5
            self.output.bias.copy_(torch.tensor([-1.0, 0.0]))

    def forward(self, rows, inside):
        """Logits (batch, 2, beats) of `rows` (batch, WIDTH, beats); `inside` (batch, 1, beats) is 1 on beats, 0 on padding."""
        hidden = F.relu(self.first(rows)) * inside
        hidden = F.relu(self.second(self.dropout(hidden))) * inside
        for dilated, mixing in zip(self.dilated, self.mixing):
            hidden = (hidden + mixing(self.dropout(F.relu(dilated(hidden))))) * inside
        return self.output(F.relu(hidden))
