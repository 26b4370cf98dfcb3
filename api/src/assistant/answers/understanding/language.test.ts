import { describe, expect, test } from 'vitest';
import { isFunctionWord, isOtherLanguage, languageOf } from './language.ts';

test.each([
  ['When do you open on Sunday?', 'en'],
  ['Do you sell crème brûlée?', 'en'],
  ['¿Cuánto cuesta un permiso?', 'es'],
  ['¿Puedo traer a mi perro?', 'es'],
  ['¿Hacen entregas a domicilio?', 'es'],
  ['cuanto cuesta', 'es'],
  ['a que hora abren', 'es'],
  ['abren los domingos?', 'es'],
  ['tienen estacionamiento?', 'es'],
  ['hablan español?', 'es'],
  ['donde estan ubicados', 'es'],
  ['aceptan tarjetas?', 'es'],
  ['hacen envios?', 'es'],
  ['cual es el horario', 'es'],
  ['qual a hora que abre', undefined],
  ['Quels sont vos horaires ?', 'fr'],
  ['Wann öffnen Sie am Sonntag?', 'de'],
  ['Qual é o horário de funcionamento?', 'pt'],
  ['Quando siete aperti?', 'it'],
  ['Mấy giờ mở cửa?', 'vi'],
  ['营业时间是几点？', 'zh'],
  ['何時に開きますか', 'ja'],
  ['몇 시에 열어요?', 'ko'],
  ['Когда вы открываетесь?', 'ru'],
  ['متى تفتحون؟', 'ar'],
  ['The omakase (おまかせ) is $95.', 'en'],
  ['iPhone 15 Pro Maxはいくらですか', 'ja'],
  ['MacBook Pro の価格は？', 'ja'],
  ['スーパー iPhone', 'ja'],
  ['我们是一家名叫優の良品的商店', 'zh'],
  ['営業時間は午前九時', 'ja'],
  ['请在 App Store 下载 Landline', 'zh'],
  ['permit cost', undefined],
  ['La Jolla opening hours', undefined],
  ['jalapeño bread', undefined],
  ['no', undefined],
  ['', undefined],
])('the language of "%s" is %s', (text, language) => expect(languageOf(text)).toBe(language));

test('reads decomposed accents', () => {
  expect(languageOf('jalapeño para hoy'.normalize('NFD'))).toBe('es');
  expect(isFunctionWord('más'.normalize('NFD'))).toBe(true);
});

describe('a text in another language', () => {
  test.each([
    ['The permit is at the office.', 'es'],
    ['El permiso se paga en la oficina.', 'en'],
    ['Die Gebühr ist hoch.', 'en'],
    ['营业时间是九点。', 'en'],
    ['营业时间是九点。', undefined],
    ['新しいiPhoneは12ドルです。', 'en'],
    ['The permit is at the office.', 'zh'],
  ] as const)('is detected in: %s (%s)', (text, expected) =>
    expect(isOtherLanguage(text, expected)).toBe(true),
  );

  test.each([
    ['The permit is at the office.', 'en'],
    ['Visit La Casa de los Niños at the corner.', 'en'],
    ['Maria Lopez, San Diego', 'en'],
    ['El permiso de ADU cuesta $5.', 'es'],
    ['營業時間', 'ja'],
    ['The omakase (おまかせ) is $95.', 'en'],
    ['iPhone 15 Pro Maxは1200ドルです。', 'ja'],
    ['El permiso se paga en la oficina.', undefined],
  ] as const)('is not detected in: %s (%s)', (text, expected) =>
    expect(isOtherLanguage(text, expected)).toBe(false),
  );
});

test('knows the function words of all languages', () => {
  for (const word of ['The', 'Los', 'nous', 'Wann']) expect(isFunctionWord(word)).toBe(true);
  expect(isFunctionWord('Maria')).toBe(false);
});
