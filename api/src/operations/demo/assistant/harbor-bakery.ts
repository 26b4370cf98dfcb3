import type { DemoBusiness } from './business.ts';

/** A bakery with a shop, orders and classes. */
export const HARBOR_BAKERY: DemoBusiness = {
  name: 'Harbor Bakery',
  branding: {
    botName: 'Harbor Bakery assistant',
    welcomeMessage: 'Hi! Ask me about our bread, cakes, opening hours and classes.',
    placeholderText: 'Ask about cakes, hours, delivery…',
    widgetButtonText: 'Ask the bakery',
  },
  disallowed: ['/account'],
  pages: {
    '/': {
      title: 'Fresh bread every day',
      html: `<h1>Bread of the day</h1>
        <p>Harbor Bakery is a small bakery by the water. Every night we bake sourdough bread, rolls and cakes by hand.</p>
        <h2>Visit us</h2>
        <p>The shop is at 12 Pier Street, next to the ferry terminal. Parking behind the shop is free for the first 30 minutes.</p>
        <p>Read about our <a href="/hours">opening hours</a>, our <a href="/bread">bread</a>, <a href="/cakes">cakes to order</a>,
        <a href="/delivery">delivery and pickup</a>, <a href="/allergens">allergens</a> and <a href="/classes">baking classes</a>,
        or send us a message on the <a href="/contact">contact page</a>. We are <a href="/jobs">hiring</a>.</p>
        <p><a href="/account">Your account</a> <a href="/christmas-menu">Christmas menu</a></p>`,
    },
    '/hours': {
      title: 'Opening hours',
      html: `<h1>Opening hours</h1>
        <p>The bakery opens at 7 a.m. from Tuesday to Sunday and closes at 2 p.m. We are closed on Mondays.</p>
        <h2>Public holidays</h2>
        <p>On public holidays we open at 8 a.m. and close at noon. We are closed on December 25 and January 1.</p>
        <h2>Quiet times</h2>
        <p>The shop is busiest on Saturdays between 9 and 11 a.m. Fresh bread comes out of the oven at 7 and at 10 a.m.</p>`,
    },
    '/bread': {
      title: 'Our bread',
      html: `<h1>Our bread</h1>
        <p>Every loaf is made with stone-ground flour, water, salt and our own sourdough starter, and rests for 18 hours.</p>
        <table><tr><th>Loaf</th><th>Weight</th><th>Price</th></tr>
        <tr><td>Country sourdough</td><td>2 lb</td><td>$9.50</td></tr>
        <tr><td>Seeded rye</td><td>2 lb</td><td>$10.50</td></tr>
        <tr><td>Whole wheat</td><td>1.5 lb</td><td>$8.00</td></tr>
        <tr><td>Baguette</td><td>0.6 lb</td><td>$4.25</td></tr></table>
        <h2>Keeping bread fresh</h2>
        <p>Keep sourdough in a paper bag at room temperature for up to four days. Sliced bread can be frozen for three months.</p>`,
    },
    '/cakes': {
      title: 'Cakes to order',
      html: `<h1>Cakes to order</h1>
        <p>Order birthday cakes at least three days ahead and wedding cakes at least four weeks ahead.</p>
        <table><tr><th>Cake</th><th>Serves</th><th>Price</th></tr>
        <tr><td>Small cake</td><td>6 people</td><td>$32</td></tr>
        <tr><td>Medium cake</td><td>12 people</td><td>$48</td></tr>
        <tr><td>Large cake</td><td>24 people</td><td>$86</td></tr></table>
        <h2>Deposit and cancellation</h2>
        <p>We ask for a deposit of 25% when you order. Orders can be canceled free of charge up to 48 hours before pickup; after
        that we keep the deposit.</p>
        <h2>Writing on the cake</h2>
        <p>A name or a short greeting on the cake is free. Printed photos cost $12.</p>`,
    },
    '/delivery': {
      title: 'Delivery and pickup',
      html: `<h1>Delivery and pickup</h1>
        <p>Delivery within the city costs $6 and is free for orders above $60. We deliver from Wednesday to Saturday between 8 a.m. and noon.</p>
        <h2>Pickup</h2>
        <p>Orders placed before 6 p.m. are ready for pickup the next morning at 8 a.m. Pickup is free.</p>
        <h2>Where we deliver</h2>
        <p>We deliver within 8 miles of the shop. We do not ship bread by mail.</p>`,
      earlier: `<h1>Delivery and pickup</h1>
        <p>Delivery within the city costs $5 and is free for orders above $60. We deliver from Wednesday to Saturday between 8 a.m. and noon.</p>
        <h2>Pickup</h2>
        <p>Orders placed before 6 p.m. are ready for pickup the next morning at 8 a.m. Pickup is free.</p>
        <h2>Where we deliver</h2>
        <p>We deliver within 8 miles of the shop. We do not ship bread by mail.</p>`,
    },
    '/allergens': {
      title: 'Allergens',
      html: `<h1>Allergens</h1>
        <p>All our bread contains wheat. The bakery handles nuts, milk, eggs and sesame, so traces are possible in every product.</p>
        <h2>Vegan products</h2>
        <p>All loaves and the apple turnovers are vegan. Cakes can be made without eggs and milk on request.</p>
        <h2>Nut-free cakes</h2>
        <p>We do not offer nut-free cakes, because we cannot rule out traces.</p>`,
    },
    '/classes': {
      title: 'Baking classes',
      html: `<h1>Baking classes</h1>
        <p>The sourdough class takes place on the first Sunday of each month from 3 to 6 p.m. and costs $85 per person.</p>
        <p>A class has at most eight participants. Children from the age of 10 can take part with an adult.</p>
        <h2>What is included</h2>
        <p>Flour, tools, an apron and a jar of starter are included. You take home two loaves.</p>
        <h2>Vouchers</h2>
        <p>Vouchers for classes are sold in the shop and are valid for two years.</p>`,
    },
    '/jobs': {
      title: 'Jobs',
      html: `<h1>Jobs</h1>
        <p>We are looking for a baker for the night shift, four nights a week. Two years of experience are required.</p>
        <p>Send your application to jobs@assistant-client.example.</p>`,
    },
    '/contact': {
      title: 'Contact',
      html: `<h1>Contact</h1>
        <p>Call us at (555) 010-0142 while the shop is open, or write to hello@assistant-client.example. We answer within one working day.</p>`,
    },
  },
  questions: [
    { text: 'When do you open on Sunday?', weight: 5, followUps: ['And on Mondays?', 'Is there parking?'] },
    { text: 'What are your opening hours?', weight: 5, followUps: ['Are you open on public holidays?'] },
    {
      text: 'How much is a cake for 12 people?',
      weight: 5,
      followUps: ['How far ahead do I have to order?', 'Can you write a name on it?'],
    },
    {
      text: 'Do you deliver?',
      weight: 4,
      followUps: ['How much does delivery cost?', 'Is delivery free above a certain amount?'],
    },
    { text: 'How much does delivery cost?', weight: 3, followUps: ['Do you deliver on Sundays?'] },
    { text: 'Do you have gluten-free bread?', weight: 5, followUps: ['Which of your products are vegan?'] },
    { text: 'Are your cakes nut-free?', weight: 3, followUps: ['Which allergens does your bread contain?'] },
    {
      text: 'What does a sourdough loaf cost?',
      weight: 3,
      followUps: ['How long does the bread stay fresh?', 'Can I freeze it?'],
    },
    {
      text: 'When is the next baking class?',
      weight: 3,
      followUps: ['How much does the class cost?', 'Can my daughter take part? She is 11.'],
    },
    { text: 'How do I cancel a cake order?', weight: 2, followUps: ['Do I get the deposit back?'] },
    { text: 'Can I return a cake?', weight: 2 },
    {
      text: 'Do you cater weddings?',
      weight: 3,
      followUps: ['How early do I need to order a wedding cake?'],
    },
    { text: 'Where can I park?', weight: 2, followUps: ['What is your address?'] },
    { text: 'Do you ship bread to other states?', weight: 2 },
    { text: 'Can I pay with gift cards?', weight: 3 },
    { text: 'Do you sell coffee?', weight: 3, followUps: ['Is there seating inside?'] },
    { text: 'Are dogs allowed in the shop?', weight: 2 },
    { text: 'Do you have a loyalty program?', weight: 2 },
    { text: 'Are you hiring?', weight: 1, followUps: ['Where do I send my application?'] },
    { text: 'What is your phone number?', weight: 2 },
    { text: 'Can I pick up my order at 7?', weight: 1 },
    { text: 'Thanks, that helps', weight: 1 },
  ],
  goldenQuestions: [
    { question: 'When do you open on Sunday?', page: '/hours', phrases: ['7 a.m.'] },
    { question: 'How much is a cake for 12 people?', page: '/cakes', phrases: ['$48'] },
    { question: 'How much does delivery cost?', page: '/delivery', phrases: ['$6'] },
    { question: 'How long does the bread stay fresh?', page: '/bread', phrases: ['four days'] },
    { question: 'Are your cakes nut-free?', page: '/allergens', phrases: ['traces'] },
    { question: 'How much does the class cost?', page: '/classes', phrases: ['$85'] },
    { question: 'Where can I park?', page: '/', phrases: ['30 minutes'] },
    { question: 'Can I pay with gift cards?', page: '/contact', phrases: ['gift card'] },
  ],
  approvedAnswers: [
    {
      daysAgo: 16,
      question: 'Do you have gluten-free bread?',
      answer: 'No. All our bread contains wheat, and we cannot rule out traces in our other products.',
      page: '/allergens',
    },
    {
      daysAgo: 12,
      question: 'Do you deliver?',
      answer:
        'Yes, within 8 miles of the shop, from Wednesday to Saturday. Delivery costs $5 and is free for orders above $60.',
      page: '/delivery',
    },
  ],
  contentRequests: [
    {
      daysAgo: 12,
      path: '/classes',
      description: 'Please add the page about our baking classes. Visitors ask for dates and prices.',
      priority: 'high',
      answer: { step: 'COMPLETE', note: 'We crawled the page, and the assistant now uses it.' },
    },
    {
      daysAgo: 6,
      path: '/account',
      description: 'Please let the assistant read the order history of customers.',
      priority: 'low',
      answer: { step: 'REJECT', note: 'Pages behind a sign-in are not read, to protect your customers.' },
    },
    {
      daysAgo: 1.2,
      path: '/gift-cards',
      description:
        'We publish a page about gift cards this week. Visitors ask whether they can pay with them.',
      priority: 'medium',
    },
  ],
  messages: [
    { daysAgo: 9, text: 'I would like a quote for a wedding cake for 80 guests in June.', isHandled: true },
    { daysAgo: 3, text: 'Could you make a large cake with a photo for next Saturday?' },
    { daysAgo: 0.6, text: 'I left a blue umbrella in the shop this morning. Can you keep it for me?' },
  ],
};
