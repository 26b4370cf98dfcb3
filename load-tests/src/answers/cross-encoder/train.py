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
from pathlib import Path

import torch
import torch.nn.functional as F
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from torch import nn

sys.path.insert(0, str(Path(__file__).parents[1]))
from minilm import DROPOUT, END, START, WIDTH, MiniLM, load, padded  # noqa: E402

CHOICES, ENCODER, TOKENIZER, OUT = sys.argv[1:5]
EPOCHS, RATE, WARM_UP = 2, 5e-5, 0.08
QUESTIONS_PER_STEP, SENTENCES_PER_QUESTION = 8, 8
# Wrong sentences are mostly drawn from the best ones by their features, because these compete in use.
HARD, RANDOM = 10, 2
MAX_TOKENS = {'question': 40, 'sentence': 88}


class CrossEncoder(nn.Module):
    """Scores a question and a sentence, both in one text of tokens; `types` is 1 for the tokens of the sentence."""

    def __init__(self):
        super().__init__()
        self.encoder = MiniLM()
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
        return self.judge(self.encoder(ids, types, mask).float(), types.float(), mask.float())

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


tokenizer = Tokenizer.from_file(TOKENIZER)
tokenizer.no_padding()
tokenizer.no_truncation()


def tokens(question, sentence):
    """Returns the ids of a question and a sentence, and the type of each."""
    ids = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
    # A question follows its background.
    one, other = ids(question)[-MAX_TOKENS['question'] :], ids(sentence)[: MAX_TOKENS['sentence']]
    return [START, *one, END, *other, END], [0] * (len(one) + 2) + [1] * (len(other) + 1)


def tensors_of(pairs):
    """Returns the ids, the types and the masks of pairs."""
    ids, types = zip(*pairs)
    return padded(ids), padded(types), padded([[1] * len(each) for each in ids])


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
        scores = model(*tensors_of(pairs)).float()
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
    for part in (model.encoder.words, model.encoder.positions, model.encoder.types):
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
    ids, types, _ = tensors_of([tokens('May I bring my dog?', 'Pets: Animals are welcome in all rooms.')])
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
load(cross_encoder.encoder, ENCODER)
with open(CHOICES) as file:
    train(cross_encoder, [json.loads(line) for line in file])
write(cross_encoder)
