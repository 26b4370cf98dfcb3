/** Builds a path whose values are encoded: apiPath`/api/clients/${id}`. */
export const apiPath = (texts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: texts }, ...values.map(encodeURIComponent));
