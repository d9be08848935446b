export { MyView as Tab } from '../../areas/views/my/my-view'
