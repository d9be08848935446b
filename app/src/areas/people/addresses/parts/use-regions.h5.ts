import * as regions from './regions'

export type Regions = typeof regions

export const loadRegions = async (): Promise<Regions> => regions

/** The names of all regions, which the web loads with the page. */
export function useRegions(): { part: Regions | undefined; hasFailed: boolean; retry: () => void } {
  return { part: regions, hasFailed: false, retry: () => undefined }
}
