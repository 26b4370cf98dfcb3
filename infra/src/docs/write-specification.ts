import { readFile, writeFile } from 'node:fs/promises';
import { refreshSpecification, SPECIFICATION_PAGE } from './specification.ts';

await writeFile(SPECIFICATION_PAGE, await refreshSpecification(await readFile(SPECIFICATION_PAGE, 'utf8')));
