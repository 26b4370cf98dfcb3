import { z } from 'zod';

/** `#rgb`, `#rrggbb`, either with alpha, `rgb()` or `rgba()` (spec 002 §5); prevents CSS injection. */
const COLOR =
  /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|rgba?\(\s*\d{1,3}(?:\s*,\s*\d{1,3}){2}(?:\s*,\s*(?:0|1|0?\.\d{1,3}|1\.0+))?\s*\))$/i;

const INVALID_COLOR = 'Enter a hex or rgba color';
const INVALID_LOGO = 'Please enter a valid URL';

const color = z.string().trim().max(40, INVALID_COLOR).regex(COLOR, INVALID_COLOR);

const upTo = (name: string, length: number) =>
  z.string().trim().max(length, `${name} can have at most ${length} characters`);

/** Maximum length of each field, in characters (spec 002 §5). */
export const BRANDING_LENGTHS = {
  botName: 30,
  welcomeMessage: 200,
  placeholderText: 50,
  widgetButtonText: 20,
} as const;

/** Appearance of a widget (spec 002 §3) with its limits (§5). */
export const branding = z.object({
  primaryColor: color,
  botName: upTo('Bot name', BRANDING_LENGTHS.botName).min(1, 'Bot name is required'),
  logoUrl: z
    .string()
    .trim()
    .max(500, INVALID_LOGO)
    .refine((text) => text === '' || URL.parse(text)?.protocol === 'https:', { message: INVALID_LOGO }),
  welcomeMessage: upTo('Welcome message', BRANDING_LENGTHS.welcomeMessage),
  placeholderText: upTo('Placeholder text', BRANDING_LENGTHS.placeholderText),
  widgetButtonText: upTo('Widget button text', BRANDING_LENGTHS.widgetButtonText),
  userLinkColor: color,
  aiLinkColor: color,
});
export type Branding = z.output<typeof branding>;

/** Spec 002 §3. */
export const DEFAULT_BRANDING: Branding = {
  primaryColor: '#6908C9',
  botName: 'AI Assistant',
  logoUrl: '',
  welcomeMessage: 'Hi there! How can I help you today?',
  placeholderText: 'Ask me anything...',
  widgetButtonText: 'Chat with AI',
  userLinkColor: 'rgba(255,255,255,0.9)',
  aiLinkColor: '#6908C9',
};

/** Header text color in the client editor's preview; not stored (spec 002 §3). */
export const DEFAULT_HEADER_COLOR = '#ffffff';

/** POST body for the global branding and for a client's branding; omitted fields stay unchanged. */
export const brandingBody = branding.partial();
export type BrandingBody = z.input<typeof brandingBody>;
