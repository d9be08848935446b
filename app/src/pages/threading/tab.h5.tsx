export { MerchantListView as Tab } from '../../areas/activities/stringing/merchant-list-view'
