export { CoachHome } from './coach-home-view'
