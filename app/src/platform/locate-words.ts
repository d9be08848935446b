/** Where somebody is, in degrees. */
export type Point = { latitude: number; longitude: number }
