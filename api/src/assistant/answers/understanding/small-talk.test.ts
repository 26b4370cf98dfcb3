import { expect, test } from 'vitest';
import { replyTo, smallTalkOf } from './small-talk.ts';

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
