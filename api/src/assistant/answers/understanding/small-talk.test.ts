import { expect, test } from 'vitest';
import { isAddressedTo, replyTo, smallTalkOf } from './small-talk.ts';

test.each([
  ['Hello', 'greeting', 'en'],
  ['hi hi', 'greeting', undefined],
  ['Hi there! Nice to meet you.', 'greeting', 'en'],
  ['is anyone there?', 'greeting', 'en'],
  ['Hola', 'greeting', 'es'],
  ['Buenas tardes', 'greeting', 'es'],
  ['Bonjour !', 'greeting', 'fr'],
  ['Guten Tag', 'greeting', 'de'],
  ['Bom dia', 'greeting', 'pt'],
  ['Buongiorno', 'greeting', 'it'],
  ['Xin chào', 'greeting', 'vi'],
  ['你好', 'greeting', 'zh'],
  ['안녕하세요', 'greeting', 'ko'],
  ['thx', 'thanks', undefined],
  ['Thank you very much!', 'thanks', 'en'],
  ['perfect, thank you 😊', 'thanks', 'en'],
  ['thanks so much!! this was really helpful, have a good one', 'thanks', 'en'],
  ["thank you, you've been great", 'thanks', 'en'],
  ['Gracias por su ayuda', 'thanks', 'es'],
  ['谢谢', 'thanks', 'zh'],
  ['bye', 'goodbye', undefined],
  ['Auf Wiedersehen', 'goodbye', 'de'],
  ['How are you today?', 'wellbeing', 'en'],
  ['who are you?', 'introduction', 'en'],
  ['Are you a real person or a bot?', 'introduction', 'en'],
  ['hey there, you a bot or what', 'introduction', 'en'],
  ['is this a real person or a computer program?', 'introduction', 'en'],
  ['I need help', 'introduction', 'en'],
  ['ok', 'acknowledgement', undefined],
  ['You are welcome', 'acknowledgement', 'en'],
  ['That was super useful', 'acknowledgement', 'en'],
  ['👍', 'acknowledgement', undefined],
  ['No', 'acknowledgement', undefined],
  ["No, that's all", 'acknowledgement', undefined],
  ["I'm good", 'acknowledgement', undefined],
  ['yes please', 'acknowledgement', 'en'],
  ['ok got it', 'acknowledgement', 'en'],
  ['Ok great, thank you!', 'thanks', 'en'],
  ['ok got it thanks', 'thanks', 'en'],
  ['thanks for your quick response', 'thanks', 'en'],
  ['ok, bye, thanks', 'goodbye', 'en'],
  ['I have a question', 'introduction', 'en'],
  ['could you help me?', 'introduction', 'en'],
  ['are you there?', 'greeting', 'en'],
] as const)('"%s" is small talk: %s', (message, kind, language) => {
  expect(smallTalkOf(message)).toEqual({ kind, language });
});

test.each(['Adiós', 'Olá', 'Tschüss', 'Xin chào', 'tạm biệt'])(
  'recognizes "%s" with decomposed accents, as some keyboards send it',
  (message) => expect(smallTalkOf(message.normalize('NFD'))).toEqual(smallTalkOf(message)),
);

test.each([
  'thanks, when do you open?',
  'Hello, how much is a permit?',
  'hello kitty cake price',
  'Who are you hiring?',
  'How are you open on Sunday?',
  'What do you do with my data?',
  'Great, and on Sunday?',
  'help with my password',
  'thanks, was this ever helpful for taxes?',
  'you a dealer or what',
  'Are you a human-owned business?',
  '???',
  'What do you do?',
  'is this a real program?',
  'No pets?',
  'Is that all?',
  'yes or no: are you open today',
])('"%s" is not small talk', (message) => {
  expect(smallTalkOf(message)).toBeUndefined();
});

test('replies in the language of the message and names the business', () => {
  const reply = (message: string) => {
    const smallTalk = smallTalkOf(message);
    return smallTalk && replyTo(smallTalk, 'Robin', 'Hill Bakery');
  };
  expect(reply('Hi')).toBe("Hello, I'm Robin, the assistant of Hill Bakery. What would you like to know?");
  expect(reply('¡Hola!')).toBe('Hola, soy Robin, el asistente de Hill Bakery. ¿Qué le gustaría saber?');
  expect(reply('Danke')).toBe('Gern geschehen. Möchten Sie noch etwas wissen?');
  expect(reply('who are you')).toContain('automated assistant');
});

test('takes a name after a greeting for small talk with the bot of that name only', () => {
  const isSmallTalk = (message: string) => {
    const smallTalk = smallTalkOf(message);
    return smallTalk !== undefined && isAddressedTo(smallTalk, 'Robin');
  };
  expect(['Hi Robin', 'Thanks, Robin!', 'bye robin'].filter(isSmallTalk)).toHaveLength(3);
  expect(['Hello kitty', 'ok robin', 'thanks parking?', 'Robin'].filter(isSmallTalk)).toEqual([]);
});

test('takes linear time for repeated words', () => {
  const before = process.cpuUsage();
  for (const words of ['all good ', 'no thanks ', 'ok thank you very much ', 'hi hello there '])
    smallTalkOf(`${words.repeat(2_000)}x`);
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
