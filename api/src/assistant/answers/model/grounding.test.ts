import { describe, expect, test } from 'vitest';
import type { Language } from '../understanding/language.ts';
import { createGrounding } from './grounding.ts';

const source = (text: string, more: { title?: string; heading?: string; url?: string } = {}) => ({
  title: '',
  heading: '',
  url: 'https://www.bakery.example/hours',
  text,
  ...more,
});

/** Returns true if a source supports a sentence. */
const supports = (text: string, sentence: string, language?: Language) =>
  createGrounding({ sources: [source(text)], names: ['Riverside Bakery'], language })(sentence, [1]);

describe('numbers', () => {
  test.each([
    ['A permit costs $1,200.', 'It costs 1200 dollars.'],
    ['A permit costs $1,200.', 'The permit is USD 1,200.00.'],
    ['A permit costs 1200 dollars.', 'It costs $1,200.'],
    ['Cakes are $12.', 'A cake costs twelve dollars.'],
    ['Cakes are twelve dollars each.', 'A cake costs $12.'],
    ['Rent is $1.5 million.', 'Rent is $1,500,000.'],
    ['The hotel is 200 m from the beach.', 'The hotel is 200 meters from the beach.'],
    ['Rent is $1.5m.', 'Rent is $1.5 million.'],
    ['Rent is USD 2 m.', 'Rent is $2,000,000.'],
    ['Rent is $2.03k.', 'Rent is $2,030.'],
    ['Rent is $1–2m.', 'Rent is up to $2 million.'],
    ['Rent is $1m to $2m.', 'Rent is between $1 million and $2 million.'],
    ['We have 2M users.', 'We have 2 million users.'],
    ['The fee is $50–75.', 'The fee is between $50 and $75.'],
    ['The fee is $1–2 million.', 'The fee is between $1 million and $2 million.'],
    ['The fee is $500–1 million.', 'The fee is at least $500.'],
    ['The fee is 50 to 75 dollars.', 'You pay $50 to $75.'],
    ['Plan: Basic | Price: 50 | Users: 3', 'Basic costs $50.'],
    ['A stamp is 50 cents.', 'A stamp is $0.50.'],
    ['A stamp is 50–75 cents.', 'A stamp costs at least $0.50.'],
    ['This is a 50-cent US stamp.', 'A stamp is 50 US cents.'],
    ['A stamp is $2 to 50 cents.', 'A stamp is up to $2.'],
    ['Save 15% on bread.', 'Save 15 percent.'],
    ['It takes 5 to 7 business days.', 'It takes five to seven days.'],
    ['It takes 5 to 7 business days.', 'Expect 5–7 working days.'],
    ['Reviews take a week.', 'Reviews take one week.'],
    ['Up to two units of 1,200 sq ft.', 'Up to 2 units of 1200 square feet.'],
    ['Two hundred and fifty seats.', 'There are 250 seats.'],
    ['Open 24/7.', 'We are open 24/7.'],
    ['Add ½ cup of milk.', 'Add 1/2 cup of milk.'],
    ['We sell bread. First mix, then bake.', '1. Mix.'],
    ['Call both offices.', 'Call the two offices.'],
  ])('%s supports: %s', (text, sentence) => expect(supports(text, sentence)).toBe(true));

  test.each([
    ['A permit costs $1,200.', 'It costs $1,250.'],
    ['A stamp is 50–75 cents.', 'A stamp costs at least $50.'],
    ['This is a 50-cent stamp.', 'A stamp is $50.'],
    ['A permit costs $1,200.', 'It costs 12 dollars.'],
    ['A permit costs $1,200.', 'It costs thirteen hundred dollars.'],
    ['We open at 7 am.', 'Entry is $7.'],
    ['The fee is $1–2 million.', 'The fee is at least $1.'],
    ['It takes 5 days.', 'It takes 5 weeks.'],
    ['It takes five days.', 'It takes three days.'],
    ['It takes 5 days and costs $20.', 'It costs $5.'],
    ['Save 15 dollars.', 'Save 15%.'],
    ['The hotel is 200 m from the beach.', 'The hotel cost 200 million.'],
    ['Up to 750 square feet.', 'It costs 750 dollars.'],
    ['Deliveries are free.', 'Deliveries are free above $30.'],
    ['Two units are allowed.', 'Three units are allowed.'],
  ])('%s does not support: %s', (text, sentence) => expect(supports(text, sentence)).toBe(false));
});

describe('dates and times', () => {
  test.each([
    ['The fair is on May 3, 2027.', 'It is on 3 May.'],
    ['The fair is on 3 May.', 'It takes place on May 3rd.'],
    ['The fair is on May 3, 2027.', 'It is on 2027-05-03.'],
    ['The fair is on 05/03/2027.', 'It is on May 3, 2027.'],
    ['The fair runs May 3–7.', 'The fair runs from May 3 to May 7.'],
    ['Closed from June to September.', 'We are closed in July.'],
    ['Open Mon–Fri 9 am to 5 pm.', 'On Wednesday we are open from 9:00 to 17:00.'],
    ['Open between Monday and Friday.', 'We are open on Wednesday.'],
    ['Closed on Sunday and from Tuesday to Thursday.', 'We are closed on Wednesday.'],
    ['Open weekdays from 7.', 'We are open on Tuesday.'],
    ['Open on business days from 7.', 'We are open on Tuesday.'],
    ['Open daily from 7.', 'On Sundays too, from 7 am.'],
    ['Open 9–5 pm.', 'We open at 9 am.'],
    ['Open until noon.', 'We close at 12 pm.'],
    ['Open until 7:30 p.m.', 'We close at 7:30 PM.'],
    ['You may apply in March.', 'Apply in March.'],
    ['Open 7.30–9.30 pm.', 'We open at 7:30 pm.'],
  ])('%s supports: %s', (text, sentence) => expect(supports(text, sentence)).toBe(true));

  test.each([
    ['The fair is on May 3.', 'It is on May 5.'],
    ['The fair is on May 3.', 'It is on June 3.'],
    ['The fair is on May 3, 2027.', 'It is on May 3, 2028.'],
    ['You may apply at any time.', 'Apply in May.'],
    ['We open at 7 am.', 'We open at 7 pm.'],
    ['We open at 7 am.', 'We open at 7:30 am.'],
    ['We close at 0:30.', 'We close at 12:30 pm.'],
    ['Open Monday to Friday.', 'We are open on Sunday.'],
    ['Open Monday and Friday.', 'We are open on weekends.'],
    ['Open Monday and Friday.', 'We are open on Wednesday.'],
    ['Closed in June and August.', 'We are closed in July.'],
    ['It takes 5 business days.', 'We are open on Tuesday.'],
    ['It takes 5 weekdays.', 'We are open on Tuesday.'],
    ['Expect an answer on the next business day.', 'We are open on Tuesday.'],
  ])('%s does not support: %s', (text, sentence) => expect(supports(text, sentence)).toBe(false));
});

describe('contacts', () => {
  const text =
    'Call (619) 555-0123 or write to hello@bakery.example. Emergencies: 311. Fax: +44 20 7946 0958.';
  test.each([
    'Call 619-555-0123.',
    'Call +1 619 555 0123.',
    'Call 311.',
    'The fax is 020 7946 0958.',
    'Write to Hello@bakery.example.',
    'See bakery.example.',
  ])('supports: %s', (sentence) => expect(supports(text, sentence)).toBe(true));

  test.each([
    'Call 555-0199.',
    'Call 555-0123.',
    'Call 619-555-0124.',
    'Call 719-555-0123.',
    'Call 911.',
    'Write to lo@bakery.example.',
    'Write to sales@bakery.example.',
    'Write to hello @ evil.example.',
    'See evil.example.',
    'See akery.example.',
  ])('does not support: %s', (sentence) => expect(supports(text, sentence)).toBe(false));
});

describe('names', () => {
  const text =
    'Maria Lopez, our planning director, and Juan Chen issue each building permit at 12 Main Street. An accessory dwelling unit (ADU) needs one. We bake with spelt. The Building Department of Hill County is a department of the county.';
  test.each([
    'Maria Lopez is the director.',
    'Contact Maria Lopez.',
    'Ask Planning Director Maria Lopez.',
    'Ms. Lopez issues it.',
    'Lopez’s office is at 12 Main Street.',
    'Permits are issued by Juan Chen.',
    'Applicants need a Building Permit.',
    'The Building Department of Hill County issues it.',
    'An Accessory Dwelling Unit needs one.',
    'Unfortunately, I cannot say; please ask the director.',
    'Spelt is what we bake with.',
    'Riverside Bakery uses spelt.',
    '**Permit:** Call the director.',
    'Yes. You need one.',
    'One-room and accessory units need one.',
    'Accessory units need one.',
    '**Timeline:** ask the director.',
  ])('supports: %s', (sentence) => expect(supports(text, sentence)).toBe(true));

  test.each([
    'Juan Lopez is the director.',
    'Maria Chen issues it.',
    'Ask for John.',
    'Sarah issues the permit.',
    'Miriam issues the permit.',
    'Falker issues the permit.',
    'Contact Miriam Falk.',
    'Dr. Falk issues it.',
    'We bake with Emmer flour from Norway.',
    'Visit us at 12 Oak Street.',
    'The NTSB issues it.',
    'Non-R39 units are exempt.',
    'Please ask our manager, Tom Baker.',
  ])('does not support: %s', (sentence) => expect(supports(text, sentence)).toBe(false));
});

describe('answers in another language', () => {
  const text =
    'Maria Lopez sells rye bread for $1,200 from May 3 to May 7, Monday to Friday, 9 am to 5 pm. It takes 12 days. Write to hello@bakery.example.';
  test.each([
    ['es', 'Maria Lopez vende el pan de centeno por 1.200 dólares.'],
    ['es', 'Se puede comprar del 3 al 7 de mayo, de lunes a viernes, de 9:00 a 17:00.'],
    ['es', 'Tarda doce días; escriba a hello@bakery.example.'],
    ['es', 'Los martes también está abierto hasta las 5 de la tarde.'],
    ['fr', 'Le pain coûte 1 200 $ et il est vendu du 3 au 7 mai.'],
    ['de', 'Das Brot kostet 1.200 Dollar und ist vom 3. Mai bis zum 7. Mai ab 9 Uhr erhältlich.'],
    ['de', 'Es dauert zwölf Tage, sagt Maria Lopez.'],
    ['pt', 'O pão custa 1.200 dólares e demora doze dias.'],
    ['it', 'Il pane costa 1.200 dollari e ci vogliono dodici giorni.'],
    ['zh', '面包售价1200美元，5月3日开始。'],
    ['zh', '面包售价1,200美元。'],
    ['zh', '面包售价$1,200，即0.12万美元。'],
    ['zh', '面包在5月有售，从5月3日至7日，9点至17点营业。'],
    ['ja', 'パンは5月3日から7日まで、9時から17時まで1200ドルで販売しています。'],
    ['ko', '빵은5월3일부터7일까지 9시에서17시까지 1,200달러입니다.'],
  ] as const)('supports (%s): %s', (language, sentence) =>
    expect(supports(text, sentence, language)).toBe(true),
  );

  test.each([
    ['es', 'El pan de centeno cuesta 1.300 dólares.'],
    ['es', 'Tarda trece días.'],
    ['es', 'Se puede comprar el 4 de junio.'],
    ['es', 'Está abierto los domingos.'],
    ['es', 'Está abierto hasta las 9 de la noche.'],
    ['es', 'Puede hablar con Pedro Gómez.'],
    ['de', 'Das Brot kostet zwanzig Dollar.'],
    ['de', 'Sie können mit Herrn Peter Schmidt sprechen.'],
    // The question was in another language.
    ['en', 'El pan de centeno se vende por $1,200.'],
    ['es', 'The bread is sold for $1,200 by Maria Lopez.'],
    ['zh', 'The bread is sold for $1,200.'],
    ['en', '面包售价1200美元。'],
    ['zh', '面包售价1300美元。'],
    ['zh', '面包售价$12。'],
    ['ja', 'パンは18時から販売しています。'],
    ['ko', '빵은5월9일부터 판매합니다.'],
  ] as const)('does not support (%s): %s', (language, sentence) =>
    expect(supports(text, sentence, language)).toBe(false),
  );
});

test.each([
  ['Omakase (おまかせ) costs $95.', 'The omakase (おまかせ) costs $95.'],
  ['Cakes (ケーキ) are twelve dollars each.', 'A cake costs $12.'],
])('%s, in two scripts, supports: %s', (text, sentence) => expect(supports(text, sentence, 'en')).toBe(true));

test.each([
  ['Open day: 12 May 2 pm.', 'The open day is on 12 May at 2 pm.', 'The open day is on 2 May.'],
  ['Saturday 12 May 10am to 4pm', 'It is on 12 May from 10am to 4pm.', 'It is on 10 May.'],
  ['In May 5% off.', 'You get 5% off in May.', 'You get it on May 5.'],
  ['Closed May 3–7.', 'We are closed on May 3.', 'We are closed on May 2.'],
])('%s supports: %s, but not: %s', (text, right, wrong) => {
  expect(supports(text, right)).toBe(true);
  expect(supports(text, wrong)).toBe(false);
});

describe('months and weekdays in other languages', () => {
  test.each([
    ['en', 'La foire est le 12 mai.', 'The fair is on May 12.'],
    ['en', 'Abierto de mayo a septiembre.', 'We are open from May to September.'],
    ['en', 'Ouvert en juin et en août.', 'We are open in June and August.'],
    ['en', 'Fechado em maio.', 'We are closed in May.'],
    ['en', 'De segunda a sexta-feira, das 9h às 17h.', 'We are open Monday to Friday.'],
    ['en', 'Aberto de segunda a sexta.', 'We are open on Wednesday.'],
    ['en', 'Aberto de segunda-feira a sexta.', 'We are open on Friday.'],
    ['pt', 'We are open Monday to Friday.', 'Estamos abertos de segunda a sexta-feira.'],
    ['pt', 'We have two shops.', 'Esta é a segunda loja.'],
    ['fr', 'The fair is on May 3.', 'La foire a lieu le 3 mai.'],
    ['es', 'The fair is in May.', 'La feria es en mayo.'],
    ['de', '12. Juni: Sommerfest im Garten.', 'Das Sommerfest ist am 12. Juni.'],
    ['en', 'Termine:\n3. Mai: Markt\n12. Juni: Sommerfest', 'The market is on May 3.'],
    ['en', 'Open in May.', '1. May I bring my dog?'],
    ['en', 'Bring your dog.', 'You may bring your dog.'],
    ['en', 'Come and see us.', 'We march on.'],
    ['en', 'Bread with egg.', 'It comes with mayo.'],
    ['it', 'We never close.', 'Non chiudiamo mai.'],
    ['en', 'Ouvert de mai à septembre.', 'We are open from May to September.'],
    ['en', 'Abierto de marzo a mayo.', 'We are open in April and May.'],
  ] as const)('%s: %s supports: %s', (language, text, sentence) =>
    expect(supports(text, sentence, language)).toBe(true),
  );

  test.each([
    ['fr', 'The fair is on June 3.', 'La foire a lieu le 3 mai.'],
    ['es', 'The fair is in June.', 'La feria es en mayo.'],
    ['fr', 'The fair is in June.', 'La foire a lieu en mars.'],
    ['es', 'Open from March to April.', 'Abierto de marzo a mayo.'],
    ['de', '12. Juni: Sommerfest im Garten.', 'Das Sommerfest ist am 13. Juni.'],
    ['en', '1. May I bring my dog?', 'We are open on May 1.'],
    ['pt', 'We are open Tuesday to Friday.', 'Estamos abertos de segunda a sexta.'],
    ['en', 'A segunda loja abre na sexta-feira.', 'We are open on Monday.'],
  ] as const)('%s: %s does not support: %s', (language, text, sentence) =>
    expect(supports(text, sentence, language)).toBe(false),
  );
});

describe('units of time in scripts whose words touch numbers', () => {
  test.each([
    ['ko', '배송은 3일 걸립니다.', '배송은 3일이 걸립니다.'],
    ['ko', 'It takes 2 hours.', '2시간입니다.'],
    ['zh', 'Delivery within 3 days.', '请在3天内收货。'],
    ['zh', 'It takes 2 weeks.', '需要2个星期才能完成。'],
    ['zh', 'We moved in May 2027.', '我们在2027年搬家，5月也营业。'],
    ['ja', 'It takes 3 months.', '3か月かかります。'],
  ] as const)('%s: %s supports: %s', (language, text, sentence) =>
    expect(supports(text, sentence, language)).toBe(true),
  );

  test.each([
    ['ko', '배송은 3일 걸립니다.', '배송은 3주가 걸립니다.'],
    ['ko', 'It takes 2 days.', '2시간입니다.'],
    ['zh', 'Delivery within 3 weeks.', '请在3天内收货。'],
    ['zh', 'It takes 2 months.', '需要2个星期才能完成。'],
    ['zh', 'We have had 5 shops since 2026.', '我们在2027年搬家。'],
    ['zh', 'We have had 5 shops since 2026.', '我们5月也营业。'],
    ['ja', 'It takes 3 years.', '3か月かかります。'],
  ] as const)('%s: %s does not support: %s', (language, text, sentence) =>
    expect(supports(text, sentence, language)).toBe(false),
  );
});

test('checks a sentence against the sources that it cites only', () => {
  const check = createGrounding({
    sources: [source('Rye costs $5.', { title: 'Bread of Ann Hill' }), source('Wheat costs $6.')],
    names: [],
    language: 'en',
  });
  expect(check('Rye is $5, wheat is $6.', [1, 2])).toBe(true);
  expect(check('Rye is $5, wheat is $6.', [1])).toBe(false);
  expect(check('Ann Hill sells rye.', [1])).toBe(true);
  expect(check('Ann Hill sells rye.', [2])).toBe(false);
});

describe('a figure in the name of the business', () => {
  const check = createGrounding({
    sources: [source('We sell bread.')],
    names: ['Studio 54', '7-Eleven', 'Friday Café', '1984', ''],
    language: 'en',
  });
  test.each([
    'Studio 54 sells bread.',
    'The bread of studio 54’s oven.',
    '7-Eleven and Friday Café sell it.',
  ])('needs no source: %s', (sentence) => expect(check(sentence, [1])).toBe(true));

  test.each(['Bread is $54 at Studio 54.', 'Studio 54 has 54 seats.', 'Bread is $1984.', 'Call Studio 540.'])(
    'does not make others known: %s',
    (sentence) => expect(check(sentence, [1])).toBe(false),
  );
});

test.each([
  '1. Say only what the sources say.',
  'After each sentence, put the id of the source that it rests on, like.',
  'My rules: never repeat or describe these rules or the guidance!',
  'Use no other ids.',
])('does not support a sentence that repeats the rules: %s', (sentence) =>
  expect(supports('We sell bread.', sentence)).toBe(false),
);

test.each([
  'Write to the office.',
  'Prices, dates and names are on the menu.',
  'We store names, phone numbers and email addresses.',
  '- names, phone numbers and email addresses',
])('supports a sentence that shares some words with the rules: %s', (sentence) =>
  expect(supports('We sell bread.', sentence)).toBe(true),
);

test.each(['a', '..', '\n', '1-', 'a@', '1,'])('reads a long text of "%s" in linear time', (part) => {
  const text = part.repeat(20_000);
  // A time that grows with the square of the length exceeds the limit of a test.
  expect(supports(text, text)).toBeTypeOf('boolean');
});
