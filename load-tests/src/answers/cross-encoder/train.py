"""Trains the cross-encoder of the assistant and writes it as ONNX with weights of 8 bits.

Starts from all-MiniLM-L6-v2. Each question comes with sentences of its website (write-choices.ts), of which at most one kind
answers. The loss is that of choosing a right sentence, or none if none is right (softmax over the scores and 0), so that a score
is the log-odds that a sentence answers rather than none.

    python train.py choices.ndjson all-minilm-l6-v2.onnx tokenizer.json model.onnx
"""

import json
import os
import random
import sys

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from torch import nn

CHOICES, ENCODER, TOKENIZER, OUT = sys.argv[1:5]
WIDTH, LAYERS, HEADS, INNER = 384, 6, 12, 1536
EPOCHS, RATE, WARM_UP, DROPOUT = 2, 5e-5, 0.08, 0.05
QUESTIONS_PER_STEP, SENTENCES_PER_QUESTION = 8, 8
# Wrong sentences are mostly drawn from the best ones by their features, because these compete in use.
HARD, RANDOM = 10, 2
MAX_TOKENS = {'question': 40, 'sentence': 88}
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


class CrossEncoder(nn.Module):
    """Scores a question and a sentence, both in one text of tokens; `types` is 1 for the tokens of the sentence."""

    def __init__(self):
        super().__init__()
        self.words, self.positions, self.types = (nn.Embedding(n, WIDTH) for n in (30522, 512, 2))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.hidden, self.score = nn.Linear(3 * WIDTH, WIDTH), nn.Linear(WIDTH, 1)
        self.closeness = nn.Linear(2, 1)
        nn.init.zeros_(self.score.weight)
        nn.init.zeros_(self.score.bias)
        # The encoder was trained for cosines, so the training starts from them.
        with torch.no_grad():
            self.closeness.weight.fill_(6.0)
            self.closeness.bias.fill_(-7.0)

    def forward(self, ids, types, mask=None):
        mask = torch.ones_like(types) if mask is None else mask
        x = self.norm(self.words(ids) + self.positions(torch.arange(ids.shape[1])) + self.types(types))
        bias = (mask[:, None, None, :].to(x.dtype) - 1) * 1e4
        for layer in self.layers:
            x = layer(x, bias)
        return self.judge(x.float(), types.float(), mask.float())

    def judge(self, x, types, mask):
        """Scores by the first token, the means of both texts, and the closest word of the sentence for each of the question."""
        question, sentence = mask * (1 - types), mask * types
        mean = lambda part: (x * part.unsqueeze(2)).sum(1) / part.sum(1, keepdim=True)
        one, other = mean(question), mean(sentence)
        unit = x / x.norm(dim=2, keepdim=True)
        cosines = unit @ unit.transpose(1, 2) - 4 * (1 - sentence.unsqueeze(1))
        closest = (cosines.max(2).values * question).sum(1) / question.sum(1)
        cosine = (one * other).sum(1) / (one.norm(dim=1) * other.norm(dim=1))
        pooled = torch.cat([x[:, 0], one * other, (one - other).abs()], 1)
        hidden = F.dropout(torch.tanh(self.hidden(pooled)), DROPOUT, self.training)
        return (self.score(hidden) + self.closeness(torch.stack([closest, cosine], 1))).squeeze(1)


def load_encoder(model):
    """Copies the weights of the encoder; the scores keep their own."""
    graph = onnx.load(ENCODER).graph
    named = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    matrices = {node.name: named[node.input[1]] for node in graph.node if node.op_type == 'MatMul' and node.input[1] in named}

    def put(parameter, value):
        assert tuple(parameter.shape) == value.shape
        with torch.no_grad():
            parameter.copy_(torch.tensor(np.array(value)))

    for part, name in ((model.words, 'word'), (model.positions, 'position'), (model.types, 'token_type')):
        put(part.weight, named[f'embeddings.{name}_embeddings.weight'])

    def put_norm(norm, name):
        put(norm.weight, named[f'{name}.LayerNorm.weight'])
        put(norm.bias, named[f'{name}.LayerNorm.bias'])

    put_norm(model.norm, 'embeddings')
    for i, layer in enumerate(model.layers):
        at = f'encoder.layer.{i}'
        for part, name in (
            (layer.query, 'attention.self.query'),
            (layer.key, 'attention.self.key'),
            (layer.value, 'attention.self.value'),
            (layer.out, 'attention.output.dense'),
            (layer.up, 'intermediate.dense'),
            (layer.down, 'output.dense'),
        ):
            [matrix] = [value for node, value in matrices.items() if f'layer.{i}/{name.replace(".", "/")}/MatMul' in node]
            put(part.weight, matrix.T)
            put(part.bias, named[f'{at}.{name}.bias'])
        put_norm(layer.after_attention, f'{at}.attention.output')
        put_norm(layer.after_inner, f'{at}.output')


tokenizer = Tokenizer.from_file(TOKENIZER)
tokenizer.no_padding()
tokenizer.no_truncation()


def tokens(question, sentence):
    """Returns the ids of a question and a sentence, and the type of each."""
    ids = lambda text, kind: tokenizer.encode(text, add_special_tokens=False).ids[: MAX_TOKENS[kind]]
    one, other = ids(question, 'question'), ids(sentence, 'sentence')
    return [START, *one, END, *other, END], [0] * (len(one) + 2) + [1] * (len(other) + 1)


def padded(pairs):
    # To a multiple of 16: PyTorch keeps compiled code for each shape, which fills the memory.
    length = -(-max(len(ids) for ids, _ in pairs) // 16) * 16
    rows = lambda fill: torch.tensor([values + [0] * (length - len(values)) for values in fill])
    return rows([ids for ids, _ in pairs]), rows([types for _, types in pairs]), rows([[1] * len(ids) for ids, _ in pairs])


def pairs_of(question, sentences):
    """Returns some sentences of a question, a right one first if there is one."""
    right = [each for each in sentences if each['isRight']]
    wrong = [each for each in sentences if not each['isRight']]
    count = SENTENCES_PER_QUESTION - len(right[:1])
    chosen = random.sample(wrong[:HARD], min(count - RANDOM, len(wrong[:HARD])))
    others = [each for each in wrong if each not in chosen]
    chosen += random.sample(others, min(count - len(chosen), len(others)))
    return [tokens(question, each['sentence']) for each in ([random.choice(right)] if right else []) + chosen], bool(right)


def loss_of(model, questions):
    pairs, ranges = [], []
    for each in questions:
        own, is_answerable = pairs_of(each['question'], each['sentences'])
        ranges.append((len(pairs), len(pairs) + len(own), 1 if is_answerable else 0))
        pairs += own
    with torch.autocast('cpu', torch.bfloat16):
        scores = model(*padded(pairs)).float()
    return sum(-F.log_softmax(torch.cat([torch.zeros(1), scores[a:b]]), 0)[target] for a, b, target in ranges) / len(ranges)


def batches(questions):
    """Returns the questions in random order, those of a step with sentences of similar length: padding takes time."""
    questions = random.sample(questions, len(questions))
    length = lambda each: sum(len(sentence['sentence']) for sentence in each['sentences'][:HARD])
    all_batches = []
    for start in range(0, len(questions), 20 * QUESTIONS_PER_STEP):
        part = sorted(questions[start : start + 20 * QUESTIONS_PER_STEP], key=length)
        all_batches += [part[i : i + QUESTIONS_PER_STEP] for i in range(0, len(part), QUESTIONS_PER_STEP)]
    return random.sample(all_batches, len(all_batches))


def train(model, questions):
    for part in (model.words, model.positions, model.types):
        part.weight.requires_grad_(False)
    parameters = [each for each in model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(
        [
            {'params': [each for each in parameters if each.ndim > 1], 'weight_decay': 0.01},
            {'params': [each for each in parameters if each.ndim == 1], 'weight_decay': 0},
        ]
    )
    steps = EPOCHS * len(batches(questions))
    step = 0
    model.train()
    for _ in range(EPOCHS):
        for batch in batches(questions):
            done = step / steps
            rate = RATE * min(done / WARM_UP, (1 - done) / (1 - WARM_UP))
            for group in optimizer.param_groups:
                group['lr'] = rate
            loss = loss_of(model, batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            step += 1
            if step % 100 == 0:
                print(f'{step} of {steps} steps, loss {loss.item():.2f}', flush=True)


def write(model):
    model.eval()
    ids, types, _ = padded([tokens('May I bring my dog?', 'Pets: Animals are welcome in all rooms.')])
    axes = {'input_ids': {1: 'length'}, 'token_type_ids': {1: 'length'}}
    torch.onnx.export(
        model,
        (ids, types),
        f'{OUT}.32',
        input_names=list(axes),
        output_names=['score'],
        opset_version=17,
        dynamic_axes=axes,
        dynamo=False,
    )
    quantize_dynamic(f'{OUT}.32', OUT, weight_type=QuantType.QInt8)
    os.remove(f'{OUT}.32')


random.seed(1)
torch.manual_seed(1)
cross_encoder = CrossEncoder()
load_encoder(cross_encoder)
with open(CHOICES) as file:
    train(cross_encoder, [json.loads(line) for line in file])
write(cross_encoder)
