/** The panel's texts in English; other languages must have the same keys. */
const EN = {
  welcome: 'Hi there! How can I help you today?',
  placeholder: 'Ask me anything...',
  close: 'Close chat',
  menu: 'More options',
  restart: 'New conversation',
  leave: 'Leave a message',
  hide: 'Hide for 30 seconds',
  log: 'Conversation',
  send: 'Send',
  stop: 'Stop',
  stopped: 'This answer is incomplete.',
  retry: 'Try again',
  copy: 'Copy answer',
  copied: 'Copied',
  up: 'Good answer',
  down: 'Bad answer',
  sources: 'Sources',
  ownAnswer: 'Answered by our team',
  you: 'You',
  thinking: 'Searching for an answer',
  offline: "You're offline. Your conversation is kept.",
  answerFailed: 'The answer could not be loaded. Your question is kept. Try again.',
  rateFailed: 'Your rating was not saved. Try again.',
  copyFailed: 'The answer could not be copied. Select the text and copy it.',
  leaveFailed: 'Your message was not sent. Your text is kept. Try again.',
  unauthorized: 'This chat is not available on this site.',
  tooMany: 'Too many requests. Try again in {seconds} seconds.',
  newTab: 'opens in a new tab',
  leaveIntro: 'A team member will read your message and reply by email.',
  name: 'Name',
  email: 'Email',
  message: 'Message',
  leaveSend: 'Send message',
  leaveCancel: 'Cancel',
  left: 'Your message was sent. Thank you.',
  nameMissing: 'Enter your name',
  emailWrong: 'Enter a valid email address',
  messageMissing: 'Enter a message',
} as const;

export type Key = keyof typeof EN;

const ES: Record<Key, string> = {
  welcome: '¡Hola! ¿En qué puedo ayudarle hoy?',
  placeholder: 'Pregúnteme lo que quiera...',
  close: 'Cerrar el chat',
  menu: 'Más opciones',
  restart: 'Nueva conversación',
  leave: 'Dejar un mensaje',
  hide: 'Ocultar por 30 segundos',
  log: 'Conversación',
  send: 'Enviar',
  stop: 'Detener',
  stopped: 'Esta respuesta está incompleta.',
  retry: 'Intentar de nuevo',
  copy: 'Copiar la respuesta',
  copied: 'Copiada',
  up: 'Buena respuesta',
  down: 'Mala respuesta',
  sources: 'Fuentes',
  ownAnswer: 'Respondido por nuestro equipo',
  you: 'Usted',
  thinking: 'Buscando una respuesta',
  offline: 'No hay conexión. Su conversación se conserva.',
  answerFailed: 'No se pudo cargar la respuesta. Su pregunta se conserva. Inténtelo de nuevo.',
  rateFailed: 'Su valoración no se guardó. Inténtelo de nuevo.',
  copyFailed: 'No se pudo copiar la respuesta. Seleccione el texto y cópielo.',
  leaveFailed: 'Su mensaje no se envió. Su texto se conserva. Inténtelo de nuevo.',
  unauthorized: 'Este chat no está disponible en este sitio.',
  tooMany: 'Demasiadas solicitudes. Inténtelo de nuevo en {seconds} segundos.',
  newTab: 'se abre en una pestaña nueva',
  leaveIntro: 'Una persona leerá su mensaje y le responderá por correo electrónico.',
  name: 'Nombre',
  email: 'Correo electrónico',
  message: 'Mensaje',
  leaveSend: 'Enviar el mensaje',
  leaveCancel: 'Cancelar',
  left: 'Gracias. Su mensaje se ha enviado.',
  nameMissing: 'Escriba su nombre',
  emailWrong: 'Escriba un correo electrónico válido',
  messageMissing: 'Escriba un mensaje',
};

export type Translate = (key: Key, values?: Record<string, string | number>) => string;

/** Returns a function that finds a panel text: the host page's override, else Spanish for a Spanish locale, else English. */
export function createTranslate(
  locale: () => string,
  pageTexts: () => Readonly<Record<string, string>>,
): Translate {
  return (key, values = {}) => {
    const builtIn: Record<Key, string> = /^es\b/i.test(locale()) ? ES : EN;
    return (pageTexts()[key] ?? builtIn[key]).replace(/\{(\w+)\}/g, (whole, name) =>
      String(values[name] ?? whole),
    );
  };
}

/** Returns the host page's override of a branding text, else the client's text, which is translated if it is the default. */
export const brandingText = (
  key: 'welcome' | 'placeholder',
  { text, t, pageTexts }: { text: string; t: Translate; pageTexts: Readonly<Record<string, string>> },
): string => (pageTexts[key] !== undefined || text === EN[key] ? t(key) : text);
