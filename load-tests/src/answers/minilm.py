"""MiniLM in PyTorch: the transformer of all-MiniLM-L6-v2, for the training of the encoder and of the cross-encoder."""

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

WIDTH, LAYERS, HEADS, INNER = 384, 6, 12, 1536
DROPOUT = 0.05
# Ids of the tokens [CLS] and [SEP].
START, END = 101, 102


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.after_attention, self.after_inner = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)

    def forward(self, x, bias):
        count, length, _ = x.shape
        split = lambda y: y.view(count, length, HEADS, WIDTH // HEADS).transpose(1, 2)
        weights = split(self.query(x)) @ split(self.key(x)).transpose(2, 3) * (WIDTH // HEADS) ** -0.5 + bias
        attended = torch.softmax(weights, -1).to(x.dtype) @ split(self.value(x))
        attended = self.out(attended.transpose(1, 2).reshape(count, length, WIDTH))
        x = self.after_attention(x + self.drop(attended))
        return self.after_inner(x + self.drop(self.down(F.gelu(self.up(x)))))

    def drop(self, y):
        # The tokens of a text share a mask: making one for each takes a tenth of the time.
        return y * F.dropout(torch.ones(len(y), 1, WIDTH, dtype=y.dtype), DROPOUT) if self.training else y


class MiniLM(nn.Module):
    """Returns the vectors of all tokens of texts, from the tokens' ids and types; `mask` is 0 for padding."""

    def __init__(self):
        super().__init__()
        self.words, self.positions, self.types = (nn.Embedding(n, WIDTH) for n in (30522, 512, 2))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))

    def forward(self, ids, types, mask):
        x = self.norm(self.words(ids) + self.positions(torch.arange(ids.shape[1])) + self.types(types))
        bias = (mask[:, None, None, :].to(x.dtype) - 1) * 1e4
        for layer in self.layers:
            x = layer(x, bias)
        return x


def padded(texts):
    """Returns lists of numbers as one tensor, whose length is a multiple of 16: PyTorch keeps compiled code for each shape."""
    length = -(-max(map(len, texts)) // 16) * 16
    return torch.tensor([values + [0] * (length - len(values)) for values in texts])


def weights_in(graph):
    """Yields the name of each weight in the graph and how to find its parameter; matrices are stored transposed."""
    values = {each.name for each in graph.initializer}
    matrices = {node.name: node.input[1] for node in graph.node if node.op_type == 'MatMul' and node.input[1] in values}
    for part, name in (('words', 'word'), ('positions', 'position'), ('types', 'token_type')):
        yield f'embeddings.{name}_embeddings.weight', f'{part}.weight', False

    def of_norm(part, name):
        for kind in ('weight', 'bias'):
            yield f'{name}.LayerNorm.{kind}', f'{part}.{kind}', False

    yield from of_norm('norm', 'embeddings')
    for i in range(LAYERS):
        layer, at = f'layers.{i}', f'encoder.layer.{i}'
        for part, name in (
            ('query', 'attention.self.query'),
            ('key', 'attention.self.key'),
            ('value', 'attention.self.value'),
            ('out', 'attention.output.dense'),
            ('up', 'intermediate.dense'),
            ('down', 'output.dense'),
        ):
            [matrix] = [value for node, value in matrices.items() if f'layer.{i}/{name.replace(".", "/")}/MatMul' in node]
            yield matrix, f'{layer}.{part}.weight', True
            yield f'{at}.{name}.bias', f'{layer}.{part}.bias', False
        yield from of_norm(f'{layer}.after_attention', f'{at}.attention.output')
        yield from of_norm(f'{layer}.after_inner', f'{at}.output')


def load(model, file):
    """Copies the weights of an ONNX file into a model; returns the ONNX model."""
    source = onnx.load(file)
    values = {each.name: numpy_helper.to_array(each) for each in source.graph.initializer}
    with torch.no_grad():
        for name, parameter, is_transposed in weights_in(source.graph):
            value = torch.tensor(np.array(values[name]))
            model.get_parameter(parameter).copy_(value.T if is_transposed else value)
    return source


def store(model, target):
    """Copies the weights of a model back into the ONNX model that they were loaded from."""
    initializers = {each.name: each for each in target.graph.initializer}
    for name, parameter, is_transposed in weights_in(target.graph):
        value = model.get_parameter(parameter).detach()
        array = (value.T.contiguous() if is_transposed else value).numpy()
        initializers[name].CopyFrom(numpy_helper.from_array(array, name))
