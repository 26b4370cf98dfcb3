import type { Language } from './language.ts';

/** Texts of the assistant itself, in one language. */
export interface Replies {
  /** Name of each language. */
  readonly languages: Partial<Record<Language, string>>;
  /** Precedes quotes from a website in another language. */
  readonly otherLanguage: (language: string) => string;
  readonly doNotKnow: string;
  readonly didYouMean: string;
  /** Precedes the quote that may answer the question. */
  readonly closest: string;
  readonly greeting: (bot: string, business: string) => string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly wellbeing: string;
  readonly introduction: (bot: string, business: string) => string;
  readonly acknowledgement: string;
}

const EN: Replies = {
  languages: {
    en: 'English',
    es: 'Spanish',
    fr: 'French',
    de: 'German',
    pt: 'Portuguese',
    it: 'Italian',
    vi: 'Vietnamese',
    zh: 'Chinese',
    ko: 'Korean',
    ja: 'Japanese',
    ru: 'Russian',
    ar: 'Arabic',
  },
  otherLanguage: (language) => `Our pages are in ${language}, so this answer quotes them in ${language}.`,
  doNotKnow:
    "I don't know: I could not find that on our pages. You can leave a message, and a person will get back to you.",
  closest: "I'm not sure this answers your question. This is the closest I found on our pages:",
  didYouMean: 'I could not find exactly that on our pages. Did you mean one of these?',
  greeting: (bot, business) =>
    `Hello, I'm ${bot}, the assistant of ${business}. What would you like to know?`,
  thanks: "You're welcome. Is there anything else you would like to know?",
  goodbye: 'Goodbye, and thank you for visiting.',
  wellbeing: 'Thank you for asking, all is well here. What would you like to know?',
  introduction: (bot, business) =>
    `I'm ${bot}, an automated assistant. I answer questions about ${business} from the pages of its website. If you would rather talk to a person, leave a message.`,
  acknowledgement: 'Glad to help. Ask me anything else you would like to know.',
};

const ES: Replies = {
  languages: { en: 'inglés', es: 'español', fr: 'francés', de: 'alemán', pt: 'portugués', it: 'italiano' },
  otherLanguage: (language) =>
    `Nuestras páginas están en ${language}, así que esta respuesta las cita en ${language}.`,
  doNotKnow:
    'No lo sé: no encontré eso en nuestras páginas. Puede dejar un mensaje y una persona le responderá.',
  closest:
    'No estoy seguro de que esto responda a su pregunta. Es lo más parecido que encontré en nuestras páginas:',
  didYouMean: 'No encontré exactamente eso en nuestras páginas. ¿Quiso decir una de estas preguntas?',
  greeting: (bot, business) => `Hola, soy ${bot}, el asistente de ${business}. ¿Qué le gustaría saber?`,
  thanks: 'De nada. ¿Hay algo más que quiera saber?',
  goodbye: 'Adiós, y gracias por su visita.',
  wellbeing: 'Gracias por preguntar, todo bien. ¿Qué le gustaría saber?',
  introduction: (bot, business) =>
    `Soy ${bot}, un asistente automático. Respondo preguntas sobre ${business} con las páginas de su sitio web. Si prefiere hablar con una persona, deje un mensaje.`,
  acknowledgement: 'Me alegra ayudarle. Pregúnteme lo que quiera.',
};

/** Replies in further languages; missing texts fall back to English. */
const OTHERS: Partial<Record<Language, Partial<Replies>>> = {
  fr: {
    languages: { en: 'anglais', es: 'espagnol', fr: 'français', de: 'allemand' },
    otherLanguage: (language) =>
      `Nos pages sont en ${language} ; cette réponse les cite donc en ${language}.`,
    doNotKnow:
      "Je ne sais pas : je n'ai pas trouvé cela sur nos pages. Vous pouvez laisser un message, et une personne vous répondra.",
    closest:
      "Je ne suis pas sûr que cela réponde à votre question. Voici ce que j'ai trouvé de plus proche sur nos pages :",
    didYouMean:
      "Je n'ai pas trouvé exactement cela sur nos pages. Vouliez-vous dire l'une de ces questions ?",
    greeting: (bot, business) =>
      `Bonjour, je suis ${bot}, l'assistant de ${business}. Que souhaitez-vous savoir ?`,
    thanks: 'Je vous en prie. Souhaitez-vous savoir autre chose ?',
    goodbye: 'Au revoir, et merci de votre visite.',
    wellbeing: 'Merci, tout va bien. Que souhaitez-vous savoir ?',
    introduction: (bot, business) =>
      `Je suis ${bot}, un assistant automatique. Je réponds aux questions sur ${business} à partir des pages de son site. Si vous préférez parler à une personne, laissez un message.`,
    acknowledgement: "Avec plaisir. N'hésitez pas à poser une autre question.",
  },
  de: {
    languages: { en: 'Englisch', es: 'Spanisch', fr: 'Französisch', de: 'Deutsch' },
    otherLanguage: (language) =>
      `Unsere Seiten sind auf ${language}; diese Antwort zitiert sie deshalb auf ${language}.`,
    doNotKnow:
      'Das weiß ich nicht: Auf unseren Seiten habe ich es nicht gefunden. Sie können eine Nachricht hinterlassen, und eine Person meldet sich bei Ihnen.',
    closest:
      'Ich bin nicht sicher, ob das Ihre Frage beantwortet. Am ehesten passt diese Stelle auf unseren Seiten:',
    didYouMean: 'Genau das habe ich auf unseren Seiten nicht gefunden. Meinten Sie eine dieser Fragen?',
    greeting: (bot, business) =>
      `Hallo, ich bin ${bot}, der Assistent von ${business}. Was möchten Sie wissen?`,
    thanks: 'Gern geschehen. Möchten Sie noch etwas wissen?',
    goodbye: 'Auf Wiedersehen und danke für Ihren Besuch.',
    wellbeing: 'Danke, alles bestens. Was möchten Sie wissen?',
    introduction: (bot, business) =>
      `Ich bin ${bot}, ein automatischer Assistent. Ich beantworte Fragen zu ${business} mit den Seiten der Website. Wenn Sie lieber mit einer Person sprechen, hinterlassen Sie eine Nachricht.`,
    acknowledgement: 'Gern. Fragen Sie mich, was Sie noch wissen möchten.',
  },
  pt: {
    languages: { en: 'inglês', es: 'espanhol', fr: 'francês', de: 'alemão', pt: 'português' },
    otherLanguage: (language) =>
      `Nossas páginas estão em ${language}; por isso esta resposta as cita em ${language}.`,
    doNotKnow:
      'Não sei: não encontrei isso em nossas páginas. Você pode deixar uma mensagem, e uma pessoa responderá.',
    closest:
      'Não tenho certeza de que isto responda à sua pergunta. É o mais próximo que encontrei em nossas páginas:',
    didYouMean: 'Não encontrei exatamente isso em nossas páginas. Você quis dizer uma destas perguntas?',
    greeting: (bot, business) =>
      `Olá, sou ${bot}, o assistente de ${business}. O que você gostaria de saber?`,
    thanks: 'De nada. Gostaria de saber mais alguma coisa?',
    goodbye: 'Até logo, e obrigado pela visita.',
    wellbeing: 'Obrigado por perguntar, tudo bem. O que você gostaria de saber?',
    introduction: (bot, business) =>
      `Sou ${bot}, um assistente automático. Respondo perguntas sobre ${business} com as páginas do site. Se preferir falar com uma pessoa, deixe uma mensagem.`,
    acknowledgement: 'Fico feliz em ajudar. Pergunte o que quiser.',
  },
  it: {
    languages: { en: 'inglese', es: 'spagnolo', fr: 'francese', de: 'tedesco', it: 'italiano' },
    otherLanguage: (language) =>
      `Le nostre pagine sono in ${language}; questa risposta le cita quindi in ${language}.`,
    doNotKnow:
      'Non lo so: non ho trovato questo nelle nostre pagine. Può lasciare un messaggio e una persona le risponderà.',
    closest:
      'Non sono sicuro che questo risponda alla sua domanda. È il testo più vicino che ho trovato nelle nostre pagine:',
    didYouMean: 'Non ho trovato esattamente questo nelle nostre pagine. Intendeva una di queste domande?',
    greeting: (bot, business) =>
      `Buongiorno, sono ${bot}, l'assistente di ${business}. Che cosa desidera sapere?`,
    thanks: 'Prego. Desidera sapere altro?',
    goodbye: 'Arrivederci, e grazie della visita.',
    wellbeing: 'Grazie, tutto bene. Che cosa desidera sapere?',
    introduction: (bot, business) =>
      `Sono ${bot}, un assistente automatico. Rispondo alle domande su ${business} con le pagine del sito. Se preferisce parlare con una persona, lasci un messaggio.`,
    acknowledgement: 'Con piacere. Mi chieda quello che desidera sapere.',
  },
  vi: {
    languages: { en: 'tiếng Anh' },
    otherLanguage: (language) =>
      `Trang của chúng tôi bằng ${language}, nên câu trả lời này trích dẫn bằng ${language}.`,
    doNotKnow:
      'Tôi không biết: tôi không tìm thấy điều đó trên trang của chúng tôi. Bạn có thể để lại tin nhắn và sẽ có người trả lời.',
    closest:
      'Tôi không chắc điều này trả lời câu hỏi của bạn. Đây là nội dung gần nhất tôi tìm thấy trên trang của chúng tôi:',
    didYouMean: 'Tôi không tìm thấy chính xác điều đó. Ý bạn là một trong những câu hỏi này?',
    greeting: (bot, business) => `Xin chào, tôi là ${bot}, trợ lý của ${business}. Bạn muốn biết điều gì?`,
    thanks: 'Không có gì. Bạn còn muốn biết điều gì nữa không?',
    goodbye: 'Tạm biệt, cảm ơn bạn đã ghé thăm.',
  },
  zh: {
    languages: { en: '英文' },
    otherLanguage: (language) => `我们的网页是${language}的，因此以下回答引用${language}原文。`,
    doNotKnow: '我不知道：在我们的网页上没有找到相关内容。您可以留言，我们的工作人员会回复您。',
    closest: '我不确定这是否回答了您的问题。以下是我们网页上最接近的内容：',
    didYouMean: '没有找到完全匹配的内容。您是想问以下问题吗？',
    greeting: (bot, business) => `您好，我是${business}的助手${bot}。您想了解什么？`,
    thanks: '不客气。您还想了解什么？',
    goodbye: '再见，感谢您的访问。',
  },
  ko: {
    languages: { en: '영어' },
    otherLanguage: (language) => `저희 페이지는 ${language}로 되어 있어 ${language} 원문을 인용합니다.`,
    doNotKnow:
      '잘 모르겠습니다. 저희 페이지에서 찾지 못했습니다. 메시지를 남기시면 담당자가 답변해 드립니다.',
    closest: '질문에 맞는 답인지 확실하지 않습니다. 저희 페이지에서 찾은 가장 가까운 내용입니다.',
    didYouMean: '정확히 일치하는 내용을 찾지 못했습니다. 다음 질문 중 하나를 찾으셨나요?',
    greeting: (bot, business) => `안녕하세요, ${business}의 도우미 ${bot}입니다. 무엇을 알고 싶으신가요?`,
    thanks: '천만에요. 더 알고 싶은 것이 있으신가요?',
    goodbye: '안녕히 가세요. 방문해 주셔서 감사합니다.',
  },
};

/** Returns the assistant's texts in a language; texts without a translation are in English. */
export function repliesIn(language: Language | undefined): Replies {
  if (language === 'es') return ES;
  return { ...EN, ...(language && OTHERS[language]) };
}
