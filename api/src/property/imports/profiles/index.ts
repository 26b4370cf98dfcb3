import type { ProfileName } from '../contract.ts';
import { normalizeColumnName, type Profile } from '../mapping/profile.ts';
import { generic } from './generic.ts';
import { laHcdSites } from './la-hcd-sites.ts';
import { landline } from './landline.ts';
import { lebanonNh } from './lebanon-nh.ts';
import { socalWarehouse } from './socal-warehouse.ts';
import { utahLir } from './utah-lir.ts';

/** The first matching profile is used; `generic` matches every file. */
const PROFILES: readonly Profile[] = [lebanonNh, utahLir, laHcdSites, socalWarehouse, landline, generic];

export function profileNamed(name: ProfileName): Profile {
  return PROFILES.find((profile) => profile.name === name) ?? generic;
}

export function recognizeProfile(columns: readonly string[]): Profile {
  const names = new Set(columns.map(normalizeColumnName));
  return PROFILES.find(({ signature }) => signature.every((name) => names.has(name))) ?? generic;
}
