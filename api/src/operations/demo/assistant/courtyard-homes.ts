import type { DemoBusiness } from './business.ts';

/** A builder of backyard homes (ADUs), which fits a client that also has Property Finder. */
export const COURTYARD_HOMES: DemoBusiness = {
  name: 'Courtyard Homes',
  branding: {
    botName: 'Courtyard Homes assistant',
    welcomeMessage: 'Hi! Ask me about backyard homes, prices, permits and financing.',
    placeholderText: 'Ask about prices, permits, timing…',
    widgetButtonText: 'Ask us',
  },
  disallowed: ['/customer-area'],
  pages: {
    '/': {
      title: 'Backyard homes',
      html: `<h1>Backyard homes, built for you</h1>
        <p>Courtyard Homes designs and builds backyard homes (accessory dwelling units, or ADUs) in the Los Angeles area. We take care of
        design, permits and construction at a fixed price.</p>
        <p>Compare our <a href="/models">models and prices</a>, see <a href="/process">how it works</a>, and read about
        <a href="/permits">permits</a>, <a href="/financing">financing</a>, our <a href="/service-area">service area</a>, the
        <a href="/warranty">warranty</a> and <a href="/faq">common questions</a>, or <a href="/contact">contact us</a>.</p>
        <p><a href="/customer-area">Customer area</a> <a href="/open-house">Open house</a></p>`,
    },
    '/models': {
      title: 'Models and prices',
      html: `<h1>Models and prices</h1>
        <p>All prices include design, permits, foundation, utility connections within 50 feet and construction.</p>
        <table><tr><th>Model</th><th>Size</th><th>Bedrooms</th><th>Price</th></tr>
        <tr><td>Studio</td><td>420 sq ft</td><td>0</td><td>$189,000</td></tr>
        <tr><td>One</td><td>600 sq ft</td><td>1</td><td>$236,000</td></tr>
        <tr><td>Two</td><td>850 sq ft</td><td>2</td><td>$298,000</td></tr>
        <tr><td>Garage conversion</td><td>up to 500 sq ft</td><td>1</td><td>$128,000</td></tr></table>
        <h2>Options</h2>
        <p>Solar panels cost $14,500. A heat pump for heating and cooling is included in every model.</p>`,
      earlier: `<h1>Models and prices</h1>
        <p>All prices include design, permits, foundation, utility connections within 50 feet and construction.</p>
        <table><tr><th>Model</th><th>Size</th><th>Bedrooms</th><th>Price</th></tr>
        <tr><td>Studio</td><td>420 sq ft</td><td>0</td><td>$184,000</td></tr>
        <tr><td>One</td><td>600 sq ft</td><td>1</td><td>$229,000</td></tr>
        <tr><td>Two</td><td>850 sq ft</td><td>2</td><td>$289,000</td></tr>
        <tr><td>Garage conversion</td><td>up to 500 sq ft</td><td>1</td><td>$124,000</td></tr></table>
        <h2>Options</h2>
        <p>Solar panels cost $14,500. A heat pump for heating and cooling is included in every model.</p>`,
    },
    '/process': {
      title: 'How it works',
      html: `<h1>How it works</h1>
        <p>From first visit to move-in, a backyard home takes 9 to 12 months: about 4 months for design and permits and 5 to 8 months
        for construction.</p>
        <ol><li>We visit your property and check what can be built. The visit is free.</li>
        <li>We draw the plans and you choose the finishes.</li>
        <li>We submit the plans to the city and answer its questions.</li>
        <li>We build, with a weekly report and photos.</li>
        <li>The city inspects the home, and you get the keys.</li></ol>
        <h2>Can I live in my house during construction?</h2>
        <p>Yes, you can stay in your house during construction. We work on weekdays from 7:30 a.m. to 4 p.m.</p>`,
    },
    '/permits': {
      title: 'Permits',
      html: `<h1>Permits</h1>
        <p>Every backyard home needs a building permit. We prepare and submit the application; it is included in the price.</p>
        <h2>How long permits take</h2>
        <p>The city decides on a complete application within 60 days. Pre-approved plans are usually faster.</p>
        <h2>How far from the fence must the home be?</h2>
        <p>A backyard home must stand at least 4 feet from the fence on the side and rear lot lines. Garage conversions can stay where the garage is.</p>
        <h2>Parking</h2>
        <p>No parking space is required within half a mile of public transit.</p>`,
    },
    '/financing': {
      title: 'Financing',
      html: `<h1>Financing</h1>
        <p>You pay in five installments: 10% at signing, 20% when the permit is issued, 30% when the foundation is complete, 30% when the roof is complete and 10% at handover.</p>
        <h2>Do you offer financing?</h2>
        <p>We do not lend money ourselves. Most of our customers use a home equity line of credit or a renovation loan. We work with three lenders and do not charge a fee
        for introductions.</p>
        <h2>How much rent can I expect?</h2>
        <p>Our customers charge $2,100 to $2,900 a month in rent for a one-bedroom home.</p>`,
    },
    '/service-area': {
      title: 'Service area',
      html: `<h1>Service area</h1>
        <p>We build in Hawthorne, Inglewood, Torrance, Gardena, Culver City and Beverly Hills. Outside of these cities we build within 20 miles
        of Hawthorne for a surcharge of 4%.</p>`,
    },
    '/warranty': {
      title: 'Warranty',
      html: `<h1>Warranty</h1>
        <p>The structure is covered for 10 years, plumbing and electrical work for 4 years, and finishes for 1 year.</p>
        <p>The warranty passes to the next owner when the property is sold.</p>`,
    },
    '/faq': {
      title: 'Common questions',
      html: `<h1>Common questions</h1>
        <h2>How small can my yard be?</h2>
        <p>The studio needs a clear area of about 28 by 23 feet, including the distance to the lot lines.</p>
        <h2>Can I rent out the home on a short-term basis?</h2>
        <p>No. You can rent it out for 30 days or longer, but most cities do not allow short-term rentals in backyard homes.</p>
        <h2>Can you convert my garage?</h2>
        <p>Yes, we convert garages of up to 500 square feet. A garage conversion takes about 6 months.</p>
        <h2>Will my property taxes go up?</h2>
        <p>Only the new home is assessed. The assessed value of your existing home does not change.</p>
        <h2>Can I choose my own architect?</h2>
        <p>Yes. We review the architect's drawings and then quote a price.</p>`,
    },
    '/contact': {
      title: 'Contact',
      html: `<h1>Contact</h1>
        <p>Call (555) 010-0187 on weekdays from 8 a.m. to 5 p.m., or email hello@demo-client.example. The first visit is free.</p>`,
    },
  },
  questions: [
    {
      text: 'How much does a backyard home cost?',
      weight: 5,
      followUps: ['What is included in the price?', 'How do I pay?'],
    },
    { text: 'What does the one-bedroom model cost?', weight: 4, followUps: ['Are permits included?'] },
    {
      text: 'How long does it take to build?',
      weight: 5,
      followUps: ['How long do permits take?', 'Can I live in my house during construction?'],
    },
    { text: 'Do I need a permit?', weight: 4, followUps: ['Who applies for it?'] },
    { text: 'How far from the fence must it be?', weight: 3 },
    { text: 'Can you convert my garage?', weight: 4, followUps: ['How much is a garage conversion?'] },
    { text: 'Do you build in Torrance?', weight: 3, followUps: ['Do you build in San Diego?'] },
    {
      text: 'Can I rent it out on a short-term basis?',
      weight: 3,
      followUps: ['How much rent can I expect?'],
    },
    { text: 'Do you offer financing?', weight: 4, followUps: ['Which loans do your customers use?'] },
    {
      text: 'What does the warranty cover?',
      weight: 2,
      followUps: ['Does the warranty pass to the next owner?'],
    },
    { text: 'Will my property taxes go up?', weight: 3 },
    { text: 'How big does my yard have to be?', weight: 3 },
    { text: 'Do you build two-story ADUs?', weight: 4, followUps: ['What is the largest model?'] },
    { text: 'Can I see a finished home?', weight: 3 },
    { text: 'Do you build swimming pools?', weight: 2 },
    { text: 'Do I need a parking space?', weight: 2 },
    { text: 'Can the home be wheelchair accessible?', weight: 3 },
    { text: 'Does it come with solar?', weight: 2, followUps: ['What do the solar panels cost?'] },
    { text: 'Do you give discounts to veterans?', weight: 2 },
    { text: 'How can I reach you?', weight: 2 },
    { text: 'Hello', weight: 1, followUps: ['How much does a studio cost?'] },
  ],
  goldenQuestions: [
    { question: 'What does the one-bedroom model cost?', page: '/models', phrases: ['$236,000'] },
    { question: 'How long does it take to build?', page: '/process', phrases: ['9 to 12 months'] },
    { question: 'How long do permits take?', page: '/permits', phrases: ['60 days'] },
    { question: 'How far from the fence must it be?', page: '/permits', phrases: ['4 feet'] },
    { question: 'Does the warranty pass to the next owner?', page: '/warranty', phrases: ['next owner'] },
    { question: 'Do I need a parking space?', page: '/permits', phrases: ['transit'] },
    // Fails on purpose: no page says how many stories a home has.
    { question: 'Do you build two-story ADUs?', page: '/models', phrases: ['one story'] },
  ],
  approvedAnswers: [
    {
      daysAgo: 16,
      question: 'Can I see a finished home?',
      answer:
        'Yes. On the first Saturday of each month our customers open a finished home in Hawthorne from 10 a.m. to 2 p.m.',
    },
    {
      daysAgo: 12,
      question: 'How much does a backyard home cost?',
      // Prices of the earlier page, so that the second crawl marks this answer for review.
      answer:
        'A studio costs $184,000, a one-bedroom home $229,000 and a two-bedroom home $289,000, permits included.',
      page: '/models',
    },
  ],
  contentRequests: [
    {
      daysAgo: 13,
      path: '/warranty',
      description: 'Please add the warranty page.',
      priority: 'medium',
      answer: { step: 'COMPLETE', note: 'We crawled the page, and the assistant now uses it.' },
    },
    {
      daysAgo: 4,
      path: '/two-story',
      description: 'Visitors ask about two-story homes. The page goes online next week.',
      priority: 'high',
      answer: { step: 'PROCESS', note: 'We will crawl the page once it is live.' },
    },
    {
      daysAgo: 0.8,
      path: '/accessibility',
      description: 'Please add our page about step-free homes.',
      priority: 'medium',
    },
  ],
  messages: [
    {
      daysAgo: 8,
      text: 'Can you visit my lot in Inglewood next week? It is 50 by 120 feet.',
      isHandled: true,
    },
    { daysAgo: 2, text: 'Please send me the plans for the Two model.' },
  ],
};
