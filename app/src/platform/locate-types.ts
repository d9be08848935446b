/** A position in degrees. */
export type Point = { latitude: number; longitude: number }
