/** Identifies a chosen file, for query keys and React keys. */
export const fileKey = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`;
