export { BusinessCardView as BusinessCard } from '../../../areas/views/business-cards/business-card-view'
