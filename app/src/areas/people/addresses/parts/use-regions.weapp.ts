import { useLate } from '../../../../platform/use-late'

type Regions = typeof import('./regions')

/** The path is that from the file that holds what the pages of `user` share. */
export const loadRegions = () => __non_webpack_require__.async<Regions>('../shop/regions.js')

/** The names of all regions: a fifth of the pages that ask for one, so they are fetched when somebody chooses. */
export const useRegions = () => useLate(loadRegions)
