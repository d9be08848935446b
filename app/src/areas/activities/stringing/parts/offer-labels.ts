import type { Merchant, ShopString, StringingService } from '@paidang/api/areas/stringing'
import { METRES } from '@paidang/domain/areas/stringing/string-job'
import { SPORTS, type Sport } from '@paidang/domain/kernel/sport'

/** What a shop offers for one sport: labour, the cheapest first, then extras; and its strings. */
export type Offer = { sport: Sport; services: StringingService[]; strings: ShopString[] }

/** Returns what a shop offers, by sport, in the fixed order of sports. */
export function offersOf({ services, strings }: Pick<Merchant, 'services' | 'strings'>): Offer[] {
  return SPORTS.map((sport) => ({
    sport,
    services: services
      .filter((service) => service.sport === sport)
      .sort((one, other) => rank(one) - rank(other) || one.priceFen - other.priceFen),
    strings: strings.filter((string) => string.sport === sport),
  })).filter((offer) => offer.services.length > 0 || offer.strings.length > 0)
}

const rank = ({ kind }: StringingService) => (kind === 'LABOUR' ? 0 : 1)

/** Whether too little of a string is left even for the shorter half of a bed. */
export function isOutOfStock({ sport, freeMetres }: Pick<ShopString, 'sport' | 'freeMetres'>): boolean {
  return freeMetres < Math.min(METRES[sport].mains, METRES[sport].crosses)
}
