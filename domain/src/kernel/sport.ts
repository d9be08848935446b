/** Sports that rackets, games and shops are of. */
export const SPORTS = ['tennis', 'badminton'] as const
export type Sport = (typeof SPORTS)[number]

/** What a player calls them. */
export const SPORT_NAMES: Record<Sport, string> = { tennis: '网球', badminton: '羽毛球' }
