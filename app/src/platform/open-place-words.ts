/** A place on the map: coordinates in degrees (GCJ-02, as maps in China use them), null where nobody gave them. */
export type Place = { name: string; address: string; latitude: number | null; longitude: number | null }

/** What became of the wish to go there. */
export type PlaceEnd = 'opened' | 'copied'

/** A place that was chosen on a map. */
export type ChosenPlace = { name: string; address: string; latitude: number; longitude: number }
