export { BookingClassBody as Tab } from './body'
