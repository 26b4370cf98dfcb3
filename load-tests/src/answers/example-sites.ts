import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A small made-up business with questions as visitors type them. */
export interface ExampleSite {
  readonly name: string;
  /** Directory of its pages. */
  readonly directory: string;
  readonly questions: readonly SiteQuestion[];
}

interface SiteQuestion {
  /** Messages of the visitor; the last one is judged. */
  readonly asked: readonly string[];
  readonly isAnswerable: boolean;
  /** Texts that a correct answer contains; empty if the website does not say, or if they are not known. */
  readonly says: readonly RegExp[];
}

const pattern = z.string().transform((source) => new RegExp(source, 'i'));
const questionsFile = z.array(
  z.object({
    asked: z.array(z.string()).min(1),
    /** Page that contains the answer; null if there is none. */
    page: z.string().nullable(),
    says: z.array(pattern),
  }),
);

const EXAMPLES = fileURLToPath(new URL('example-sites', import.meta.url));
const TRAINING = fileURLToPath(new URL('training-sites', import.meta.url));

const exampleIn = (folder: string) => siteIn(join(EXAMPLES, folder));

function siteIn(directory: string): ExampleSite {
  const file = join(directory, 'questions.json');
  const questions = questionsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  return {
    name: basename(directory),
    directory,
    questions: questions.map(({ page, ...each }) => ({ ...each, isAnswerable: page !== null })),
  };
}

const LISTED_SITES = [
  {
    folder: 'bakery',
    answerable: [
      'when do you open on saturday?',
      'are you open mondays',
      'do you have gluten free bread',
      'how much is a croissant?',
      'does the almond croissant have nuts',
      'how far ahead do i have to order a cake',
      'how do I order a cake?',
      'cake for 15 people, what does it cost',
      'can you deliver?',
      'can I get my deposit back',
      'can i bring my dog',
      'do you have wifi',
      'can I book a table',
      'where can i park',
      'do you do wedding cakes',
      'when is the next sourdough class',
      'do gift cards expire',
      'is the cinnamon roll vegan',
      'what is your email',
      'oat milk?',
      'which days do you have rye bread',
    ],
    unanswerable: [
      'do you sell pizza?',
      'do you ship to California?',
      'who is the owner?',
      'do you make ice cream',
      'can I rent your kitchen',
      'what is your return policy for coffee machines',
      'do you offer a student discount',
      'how many calories are in the croissant',
      'do you have a drive-through',
      'are you hiring right now',
      'is there a playground for kids',
      'do you sell wine',
      'how do I become a franchise partner',
      'what school did the baker go to',
      'do you cater corporate lunches',
      'can you make a keto cake',
      'is the flour organic certified',
      'do you accept bitcoin',
      'where can I buy a water heater',
      'do you repair ovens',
      'what is the capital of France',
      'how tall is the building',
      'is there an elevator',
      'how much is a haircut',
      'what does parking cost?',
      'how long does the museum tour take',
      'what does a coffee machine repair cost',
      'how much are the concert tickets',
      'how long is the warranty on a blender',
      'how far is the airport',
      'what is the fee for a passport',
    ],
  },
  {
    folder: 'plumber',
    answerable: [
      'what do you charge to come out and look at it?',
      'how much is a new water heater',
      'do you come out on sundays?',
      'Is financing available?',
      'can i pay with a check',
      'what time do you close on friday?',
      'my basement pipe burst, how fast can you get here?',
      'do you fix septic tanks',
      'how long do tankless heaters last?',
      'are you guys insured',
      'do you guarantee the work?',
      'I need to reschedule, what does it cost',
      'how do i cancel my appointment',
      'where are you located',
      'do you work in Scarborough?',
      'are you hiring',
      'what is the Comfort Club',
      'how much to unclog a kitchen sink',
      'do i have to be there when you come',
      'since when are you in business',
      'what brands of heaters do you install',
      'Is there an extra fee at night?',
    ],
    unanswerable: [
      'do you sell bathroom tiles?',
      'do you install solar panels',
      'can you fix my roof',
      'do you repair washing machines',
      'how do I become an electrician',
      'do you offer senior discounts',
      'what is the owner called',
      'do you work in Boston',
      'can you install an air conditioner',
      'do you have a showroom',
      'do you have a referral program',
      'is your office wheelchair accessible',
      'do you clean chimneys',
      'do you sell used boilers',
      'how much does a swimming pool cost',
      'do you speak Spanish',
      'can I get a cake delivered',
      'what is the weather tomorrow',
      'do you remodel kitchens',
      'do you test water for lead',
      'who designed your logo',
      'do you pump out septic tanks in Vermont',
      'how many miles is the van',
      'how much is an oil change',
      'what does a sofa cost',
      'how long does it take to paint a house',
      'how much is a loaf of bread',
      'what is the price of a bus ticket',
      'how long do roof shingles last',
      'how do I renew my driving license',
      'what does parking at the stadium cost',
    ],
  },
] as const;

const listed = LISTED_SITES.map(({ folder, answerable, unanswerable }): ExampleSite => {
  const questions = (all: readonly string[], isAnswerable: boolean) =>
    all.map((question) => ({ asked: [question], isAnswerable, says: [] }));
  return {
    name: folder,
    directory: join(EXAMPLES, folder),
    questions: [...questions(answerable, true), ...questions(unanswerable, false)],
  };
});

/** Training sites that the cross-encoder is not trained on, so that weights can be fitted to its scores. */
const VALIDATION_SITES = [
  'bookshop',
  'bootcamp',
  'dmv',
  'electric',
  'furniture',
  'golf',
  'hospital',
  'insurer',
  'parks',
  'pension',
  'smart-home',
  'student-loans',
  'videocall',
  'wedding',
  'zoo',
];

/** Websites that the cross-encoder is trained on. */
export const trainingSites = (): ExampleSite[] =>
  readdirSync(TRAINING)
    .filter((folder) => !VALIDATION_SITES.includes(folder))
    .sort()
    .map((folder) => siteIn(join(TRAINING, folder)));

/**
 * Websites of small businesses that the weights are fitted to, because the question sets have neither such short pages nor
 * the wording of visitors.
 */
export const FITTED_SITES: readonly ExampleSite[] = [
  ...listed,
  ...['dentist', 'gym', 'help-desk', 'invoicing', 'law-office', 'library', 'online-store'].map(exampleIn),
  ...VALIDATION_SITES.map((folder) => siteIn(join(TRAINING, folder))),
];
/** Websites held out from fitting. The large ones have 16 pages each, several of them about nearly the same thing. */
export const HELD_OUT_SITES: Readonly<Record<'small' | 'large', readonly ExampleSite[]>> = {
  small: ['car-repair', 'coffee-shop', 'hotel', 'tax-firm', 'water-utility'].map(exampleIn),
  large: ['licensing-board', 'transit'].map(exampleIn),
};
