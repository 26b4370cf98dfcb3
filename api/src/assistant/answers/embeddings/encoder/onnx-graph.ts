const IR_VERSION = 8;
const OPSET = 17;
const ELEMENT_TYPE = { float: 1, int64: 7 } as const;
const ATTRIBUTE_TYPE = { float: 1, int: 2, ints: 7 } as const;

/** An input or output; a size that varies has a name. */
interface OnnxValue {
  readonly name: string;
  readonly type: keyof typeof ELEMENT_TYPE;
  readonly shape: readonly (number | string)[];
}

/** An integer, a list of integers or a fraction. */
type Attribute = number | readonly number[] | { readonly float: number };
type Attributes = Readonly<Record<string, Attribute>>;

/** Collects the weights and operations of an ONNX model and serializes it (protocol buffers, opset 17). */
export class OnnxGraph {
  readonly #nodes: Message[] = [];
  readonly #weights: Message[] = [];
  #names = 0;

  /** Adds a weight, given as little-endian 32-bit floats, and returns its name. */
  weight(data: Buffer, shape: readonly number[]): string {
    return this.#tensor('float', shape, data);
  }

  /** Adds fractions and returns their name. */
  fractions(values: readonly number[], shape: readonly number[] = [values.length]): string {
    return this.#tensor('float', shape, Buffer.from(Float32Array.from(values).buffer));
  }

  /** Adds a list of integers, such as a shape, and returns its name. */
  integers(values: readonly number[]): string {
    const data = BigInt64Array.from(values, BigInt);
    return this.#tensor('int64', [values.length], Buffer.from(data.buffer));
  }

  /** Adds an operation and returns the name of its result. */
  add(operator: string, inputs: readonly string[], attributes: Attributes = {}): string {
    const result = this.#newName();
    this.output(result, operator, inputs, attributes);
    return result;
  }

  /** Adds an operation whose result has a given name. */
  output(result: string, operator: string, inputs: readonly string[], attributes: Attributes = {}): void {
    this.#nodes.push([
      ...inputs.flatMap((input) => text(1, input)),
      ...text(2, result),
      ...text(4, operator),
      ...Object.entries(attributes).flatMap(([name, value]) => nested(5, attribute(name, value))),
    ]);
  }

  /** Returns the model's file. */
  toBytes(input: OnnxValue, output: OnnxValue): Buffer {
    const graph = [
      ...this.#nodes.flatMap((node) => nested(1, node)),
      ...text(2, 'encoder'),
      ...this.#weights.flatMap((tensor) => nested(5, tensor)),
      ...nested(11, valueInfo(input)),
      ...nested(12, valueInfo(output)),
    ];
    return Buffer.concat([...integer(1, IR_VERSION), ...nested(7, graph), ...nested(8, integer(2, OPSET))]);
  }

  #newName = () => `v${this.#names++}`;

  #tensor(type: keyof typeof ELEMENT_TYPE, shape: readonly number[], data: Buffer): string {
    const name = this.#newName();
    this.#weights.push([
      ...shape.flatMap((size) => integer(1, size)),
      ...integer(2, ELEMENT_TYPE[type]),
      ...text(8, name),
      ...nested(9, [data]),
    ]);
    return name;
  }
}

function attribute(name: string, value: Attribute): Message {
  const named = text(1, name);
  if (typeof value === 'number') return [...named, ...integer(3, value), ...integer(20, ATTRIBUTE_TYPE.int)];
  if (!('float' in value))
    return [...named, ...value.flatMap((each) => integer(8, each)), ...integer(20, ATTRIBUTE_TYPE.ints)];
  const float = Buffer.alloc(4);
  float.writeFloatLE(value.float);
  return [...named, key(2, 5), float, ...integer(20, ATTRIBUTE_TYPE.float)];
}

function valueInfo({ name, type, shape }: OnnxValue): Message {
  const sizes = shape.flatMap((size) =>
    nested(1, typeof size === 'number' ? integer(1, size) : text(2, size)),
  );
  const tensor = [...integer(1, ELEMENT_TYPE[type]), ...nested(2, sizes)];
  return [...text(1, name), ...nested(2, nested(1, tensor))];
}

/** A message in parts, which are joined once at the end, as the weights are large. */
type Message = readonly Buffer[];

const key = (field: number, wireType: number) => varint(BigInt((field << 3) | wireType));
const integer = (field: number, value: number): Message => [
  key(field, 0),
  varint(BigInt.asUintN(64, BigInt(value))),
];
const text = (field: number, value: string): Message => nested(field, [Buffer.from(value)]);

function nested(field: number, message: Message): Message {
  const length = message.reduce((sum, part) => sum + part.length, 0);
  return [key(field, 2), varint(BigInt(length)), ...message];
}

function varint(value: bigint): Buffer {
  const found: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) found.push(Number(rest & 127n) | 128);
  found.push(Number(rest));
  return Buffer.from(found);
}
