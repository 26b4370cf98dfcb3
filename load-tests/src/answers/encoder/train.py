"""Trains the encoder of the assistant further and writes it as ONNX with weights of 8 bits.

Starts from all-MiniLM-L6-v2. Each step takes up to 32 questions about one website or article, with the passages that answer them
and others of the same site. The loss is that of choosing a passage that answers by its cosine (softmax), so that the encoder
learns what tells the passages of one site apart.

    python train.py groups.ndjson all-minilm-l6-v2.onnx tokenizer.json model.onnx
"""

import json
import os
import random
import sys
from pathlib import Path

import onnx
import torch
import torch.nn.functional as F
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from torch import nn

sys.path.insert(0, str(Path(__file__).parents[1]))
from minilm import END, START, MiniLM, load, padded, store  # noqa: E402

GROUPS, ENCODER, TOKENIZER, OUT = sys.argv[1:5]
STEPS, RATE, WARM_UP, TEMPERATURE = 1_130, 3e-5, 0.06, 0.05
QUESTIONS_PER_STEP, PASSAGES_PER_STEP = 32, 40
MAX_TOKENS = {'question': 40, 'passage': 110}
# The lower layers and the words hardly change, and training them takes a third of the time.
FROZEN_LAYERS = 2

tokenizer = Tokenizer.from_file(TOKENIZER)
tokenizer.no_padding()
tokenizer.no_truncation()


def encode(model, texts, kind):
    """Returns the unit vectors of texts: the averages of their tokens."""
    tokens = [[START, *tokenizer.encode(text, add_special_tokens=False).ids[: MAX_TOKENS[kind]], END] for text in texts]
    ids, mask = padded(tokens), padded([[1] * len(each) for each in tokens])
    x = model(ids, torch.zeros_like(ids), mask).float()
    weights = mask.unsqueeze(2).float()
    return F.normalize((x * weights).sum(1) / weights.sum(1), dim=1)


def loss_of(model, passages, questions):
    gold = sorted({i for each in questions for i in each['gold']})
    others = random.sample([i for i in range(len(passages)) if i not in gold], k=len(passages) - len(gold))
    chosen = (gold + others)[:PASSAGES_PER_STEP]
    questions = [each for each in questions if set(each['gold']) & set(chosen)]
    with torch.autocast('cpu', torch.bfloat16):
        asked = encode(model, [each['question'] for each in questions], 'question')
        found = encode(model, [passages[i] for i in chosen], 'passage')
    scores = asked @ found.T / TEMPERATURE
    is_right = torch.tensor([[i in each['gold'] for i in chosen] for each in questions])
    return (torch.logsumexp(scores, 1) - torch.logsumexp(scores.masked_fill(~is_right, -1e9), 1)).mean()


def batches(groups):
    """Yields passages of a group with some of its questions, without end."""
    while True:
        parts = []
        for each in groups:
            questions = random.sample(each['questions'], len(each['questions']))
            parts += [(each['passages'], questions[i : i + QUESTIONS_PER_STEP]) for i in range(0, len(questions), QUESTIONS_PER_STEP)]
        yield from random.sample(parts, len(parts))


def train(model, groups):
    for part in (model.words, model.positions, model.types, *model.layers[:FROZEN_LAYERS]):
        part.requires_grad_(False)
    parameters = [each for each in model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(parameters, weight_decay=0.01)
    model.train()
    for step, (passages, questions) in zip(range(STEPS), batches(groups)):
        done = (step + 1) / STEPS
        for group in optimizer.param_groups:
            group['lr'] = RATE * min(done / WARM_UP, (1 - done) / (1 - WARM_UP))
        loss = loss_of(model, passages, questions)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        if step % 100 == 99:
            print(f'{step + 1} of {STEPS} steps, loss {loss.item():.2f}', flush=True)


random.seed(1)
torch.manual_seed(1)
encoder = MiniLM()
target = load(encoder, ENCODER)
with open(GROUPS) as file:
    train(encoder, [json.loads(line) for line in file])
store(encoder, target)
onnx.save(target, f'{OUT}.32')
quantize_dynamic(f'{OUT}.32', OUT, weight_type=QuantType.QInt8)
os.remove(f'{OUT}.32')
