export { BallListView as Tab } from '../../areas/activities/balls/ball-list-view'
