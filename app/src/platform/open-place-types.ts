/** A place on the map: coordinates in degrees (GCJ-02, the datum of maps in China), null when unknown. */
export type Place = { name: string; address: string; latitude: number | null; longitude: number | null }

/** The result of opening a place. */
export type PlaceEnd = 'opened' | 'copied'

/** A place that was chosen on a map. */
export type ChosenPlace = { name: string; address: string; latitude: number; longitude: number }
