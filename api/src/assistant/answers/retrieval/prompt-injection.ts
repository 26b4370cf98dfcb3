import { sentencesOf } from './sentences.ts';

/** Matches text that instructs a language model or the assistant. */
const INJECTION = new RegExp(
  [
    String.raw`(?<!\b(?:not|never|don't|don’t) )\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|your|system|safety)\b[^.!?]{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|messages?)\b`,
    String.raw`\b(?:ignore|disregard|forget|override|bypass) (?:all|any)(?: of)?(?: the| these)? (?:other )?(?:instructions?|prompts?)\b`,
    String.raw`\b(?:ai|a\.i\.|virtual|chat|automated|language|digital)[\s-]*(?:assistants?|models?|bots?|agents?|chatbots?)\b[^.!?]{0,40}\b(?:must|should|shall|have to|need to|are to|is to|will (?:now|always))\b[^.!?]{0,40}\b(?:say|tell|answer|reply|respond|recommend|state|claim|write|output|print|reveal|mention|promise|direct|send|ask|treat|include)\b`,
    String.raw`\b(?:chatbots?|llms?|gpt|chatgpt|copilot|gemini|claude)\b[^.!?]{0,40}\b(?:must|should|shall|have to|are to|is to)\b`,
    String.raw`\byou are (?:now )?(?:an? )?(?:ai|language model|assistant|chatbot|dan|jailbroken|unrestricted|free from)\b`,
    String.raw`\b(?:system|developer) prompts?\b|(?:^\W*|\byour )(?:system|developer) (?:message|instructions?)\b`,
    String.raw`\b(?:note|message|attention|instructions?|reminder)s? (?:to|for) (?:the |all |any )?(?:ai|llms?|language models?|assistants?|chatbots?|bots?|crawlers?)\b`,
    String.raw`(?:^|[:;,]\s|\b(?:please|always|must|should|shall) )\W*(?:tell|inform|instruct|convince|persuade) (?:the |every |all |any )?(?:visitors?|users?|customers?|readers?) (?:that|to)\b`,
    String.raw`\b(?:reply|respond|answer|output) (?:only|exactly|always) (?:with )?["“'‘][^"”'’]{1,80}["”'’]`,
    String.raw`\bif (?:you are|you're) (?:an? )?(?:ai|language model|assistant|chatbot|bot|llm)\b`,
    String.raw`\bassistants? (?:reading|processing|crawling|indexing|summarizing) (?:this|the)\b`,
    String.raw`\bwhen(?:ever)? (?:you are |a user |a visitor |the user |the visitor )?ask(?:ed|s)\b[^.!?]{0,80}\balways (?:say|answer|tell|respond|reply)\b`,
    String.raw`^\W*(?:system|assistant)\W*:`,
  ].join('|'),
  'i',
);

/** Returns whether text of a page gives instructions to an assistant. Such text is never obeyed or quoted. */
export const isPromptInjection = (text: string): boolean => INJECTION.test(text);

/** Returns text of a page without the sentences that give instructions to an assistant. */
export function withoutPromptInjection(text: string): string {
  let kept = '';
  let at = 0;
  for (const { start, end } of sentencesOf(text)) {
    if (!isPromptInjection(text.slice(start, end))) kept += text.slice(at, end);
    at = end;
  }
  // An instruction that is split at a period matches only as a whole, so nothing around it can be kept.
  return isPromptInjection(kept) ? '' : kept.trim();
}
