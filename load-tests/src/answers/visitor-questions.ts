/** A question as a visitor of a website would type it, and what a correct answer contains. */
export interface VisitorQuestion {
  readonly site: 'login_gov' | 'hcd_adu_handbook';
  /** The conversation; the last message is the question, which may refer to the ones before. */
  readonly asked: readonly string[];
  /** Texts that a correct answer must all contain; empty if the website does not answer the question. */
  readonly says: readonly RegExp[];
  /** True for small talk, whose reply needs no source. */
  readonly isSmallTalk?: true;
}

const login = (asked: string | readonly string[], ...says: RegExp[]): VisitorQuestion => ({
  site: 'login_gov',
  asked: [asked].flat(),
  says,
});
const adu = (asked: string | readonly string[], ...says: RegExp[]): VisitorQuestion => ({
  site: 'hcd_adu_handbook',
  asked: [asked].flat(),
  says,
});

/** Sixty questions about two websites, written before the product's answers to them were read. */
export const VISITOR_QUESTIONS: readonly VisitorQuestion[] = [
  login('How do I make an account?', /Enter your email address/, /Submit|Confirm your email/),
  login('forgot my password what now', /Forgot your password/),
  login(
    "I lost my phone and can't get the code. How do I sign in?",
    /Choose another security option|more than one authentication method|regain access/,
  ),
  login('how long does my password have to be', /12 (?:or more )?characters/),
  login('How many backup codes do I get?', /set of ten codes/),
  login(['How many backup codes do I get?', 'and can I use each one more than once?'], /used only once/),
  login('is it ok to use a landline?', /landline/, /phone call/),
  login('how long is the one-time code good for', /expires after ten minutes/),
  login("What's your phone number?", /\(844\) 875.6446/),
  login('How do I delete my account?', /Delete account|delete an account/),
  login(
    ['How do I delete my account?', 'what happens to my information then?'],
    /delete your email address, password, and phone number|won.t lose your information/,
  ),
  login('why is my account locked', /too many times|limit the number of times/),
  login(['why is my account locked', 'how long does that last?'], /10 minutes|six hours/),
  login('can i use my passport to verify my identity', /passport/i),
  login('How long does the letter with the code take to arrive?', /5-10/),
  login(
    ['How long does the letter with the code take to arrive?', 'and when does the code expire?'],
    /21 days/,
  ),
  login('Can I prove my identity in person?', /Post Office|USPS/),
  login(['Can I prove my identity in person?', 'which states is that available in?'], /all 50 states/),
  login('do you give my data to other agencies without asking me', /consent/),
  login('How old do I have to be?', /13 years/),
  login('What is a security key?', /physical device/),
  login(['What is a security key?', 'do you give me one?'], /does not provide|obtain one on your own/),
  login('how do I change my email address', /Add email address/),
  login(
    'I keep getting codes I never asked for, is someone hacking me?',
    /accidentally entered your phone number|can't sign in without/,
  ),
  login('how do i report a scam', /877-438-4338|IdentityTheft\.gov|844|Change your password/),
  login('which company runs login.gov?', /General Services Administration/),
  login('Is my information encrypted?', /encrypt/),
  login('How can I reach Social Security by phone?', /1-800-772-1213/),
  login('can your staff change my password for me', /cannot/),
  login('when was login.gov launched', /2017/),
  login('Do you have a store in Chicago?'),
  { ...login('hello'), isSmallTalk: true },
  adu('What is an ADU?', /accessory dwelling unit|dwelling/i),
  adu(['What is an ADU?', 'how big can it be?'], /1,200 square feet|850 square feet|1,000 square feet/),
  adu(
    'Do I have to provide a parking space?',
    /parking/,
    /one parking space|shall not impose|exempt|not exceed/,
  ),
  adu('how far from the property line does it have to be', /four feet|four-foot/),
  adu('How long does the city have to decide on my application?', /60 days/),
  adu(
    ['How long does the city have to decide on my application?', "What if they don't answer in time?"],
    /deemed approved/,
  ),
  adu('Can my HOA forbid me from building one?', /void|nullify|may not/),
  adu('Do I need to live on the property?', /owner/i, /not|reside/),
  adu('can I rent it out on airbnb', /30 days/),
  adu('Are there any grants to help me pay for this?', /\$40,000|Possibly|exhausted/),
  adu('do i pay impact fees for a 600 sq ft ADU', /exempt/, /750/),
  adu('how tall can a detached ADU be?', /16 feet/),
  adu('Do I have to put solar panels on it?', /solar/, /Yes|Energy Code/),
  adu('are fire sprinklers required', /sprinklers/, /Only when|not be required/),
  adu("what's a JADU", /500 square feet/),
  adu(
    ["what's a JADU", 'does it need its own bathroom?'],
    /share sanitation|separate sanitation|separate bathroom/,
  ),
  adu(["what's a JADU", 'can I have two?'], /only one/i),
  adu('can I sell my ADU separately from the house?', /separate/, /condominium|nonprofit|exception/),
  adu('How many ADUs can I build behind an apartment building?', /eight|two detached/),
  adu('I built one without a permit in 2015. Can I make it legal?', /2020/),
  adu('Is a tiny house an ADU?', /Possibly|definition/),
  adu('does a manufactured home count as an ADU', /manufactured/i, /Yes|HUD|factory|includes/i),
  adu('Who do I contact if I have technical problems with the portal?', /ADUPortal@hcd\.ca\.gov/),
  adu('Does my ADU need a separate water connection?', /connection/, /cannot be required|may be required/),
  adu('Can I turn my garage into an ADU?', /Yes|permitted|convert/i),
  adu(
    ['Can I turn my garage into an ADU?', 'do I have to replace the parking?'],
    /shall not require|not (?:be )?required?/,
  ),
  adu('Do you install swimming pools?'),
  { ...adu('thank you so much!'), isSmallTalk: true },
];
