/**
 * The types of what the platform answers to each operation of the adapters, made from its published schema. Never edited by hand:
 * `npx vitest run tests/contracts/operation-types.test.ts -u` writes them again after an operation was changed.
 */

export type AddEntryFieldsMutation = {
  metaobjectDefinitionUpdate: {
    metaobjectDefinition: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: MetaobjectUserErrorCode | null }[];
  } | null;
};

export type AddEntryMutation = {
  metaobjectUpsert: {
    metaobject: {
      id: string;
      type: string;
      handle: string;
      displayName: string;
      capabilities: { publishable: { status: MetaobjectStatus } | null };
      thumbnailField: {
        thumbnail: { file: { preview: { image: { url: string } | null } | null } | null } | null;
      } | null;
    } | null;
    userErrors: {
      field: string[] | null;
      message: string;
      code: MetaobjectUserErrorCode | null;
      elementKey: string | null;
    }[];
  } | null;
};

export type AddTagsMutation = {
  tagsAdd: {
    node: ({ tags?: undefined; updatedAt?: undefined } | { tags: string[]; updatedAt: string }) | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type ApproveReturnMutation = {
  returnApproveRequest: {
    return: { id: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type BulkContentsQuery = {
  products: {
    edges: {
      node: {
        id: string;
        title: string;
        handle: string;
        status: ProductStatus;
        vendor: string;
        productType: string;
        tags: string[];
        descriptionHtml: string;
        createdAt: string;
        updatedAt: string;
        seo: { title: string | null; description: string | null };
        options: { id: string; name: string; optionValues: { id: string; name: string }[] }[];
        media: {
          edges: {
            node: {
              id: string;
              alt: string | null;
              mediaContentType: MediaContentType;
              preview: { image: { url: string } | null } | null;
            };
          }[];
        };
        metafields: { edges: { node: { id: string; namespace: string; key: string; type: string; value: string } }[] };
      };
    }[];
  };
};

export type BulkFulfillmentsQuery = {
  fulfillmentOrders: {
    edges: {
      node: {
        id: string;
        orderId: string;
        fulfillments: {
          edges: {
            node: {
              id: string;
              status: FulfillmentStatus;
              createdAt: string;
              updatedAt: string;
              trackingInfo: { company: string | null; number: string | null; url: string | null }[];
              fulfillmentLineItems: {
                edges: { node: { id: string; quantity: number | null; lineItem: { id: string } } }[];
              };
            };
          }[];
        };
      };
    }[];
  };
};

export type BulkOrdersQuery = {
  orders: {
    edges: {
      node: {
        id: string;
        name: string;
        test: boolean;
        createdAt: string;
        updatedAt: string;
        cancelledAt: string | null;
        currencyCode: CurrencyCode;
        taxesIncluded: boolean;
        displayFinancialStatus: OrderDisplayFinancialStatus | null;
        email: string | null;
        phone: string | null;
        note: string | null;
        customAttributes: { key: string; value: string | null }[];
        shippingAddress: {
          name: string | null;
          firstName: string | null;
          lastName: string | null;
          company: string | null;
          address1: string | null;
          address2: string | null;
          city: string | null;
          province: string | null;
          provinceCode: string | null;
          zip: string | null;
          country: string | null;
          countryCodeV2: CountryCode | null;
          phone: string | null;
        } | null;
        billingAddress: {
          name: string | null;
          firstName: string | null;
          lastName: string | null;
          company: string | null;
          address1: string | null;
          address2: string | null;
          city: string | null;
          province: string | null;
          provinceCode: string | null;
          zip: string | null;
          country: string | null;
          countryCodeV2: CountryCode | null;
          phone: string | null;
        } | null;
        totalPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        currentTotalPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        totalTaxSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } } | null;
        totalDiscountsSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } } | null;
        totalTipReceivedSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        originalTotalDutiesSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } } | null;
        originalTotalAdditionalFeesSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } } | null;
        totalOutstandingSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        totalReceivedSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        totalCashRoundingAdjustment: {
          paymentSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
          refundSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        };
        totalShippingPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        shippingLine: {
          id: string | null;
          title: string;
          code: string | null;
          originalPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
          discountedPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
          taxLines: {
            title: string;
            rate: number | null;
            channelLiable: boolean | null;
            priceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
          }[];
          discountAllocations: {
            allocatedAmountSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
            discountApplication:
              | {
                  __typename:
                    'AutomaticDiscountApplication' | 'ManualDiscountApplication' | 'ScriptDiscountApplication';
                  index: number;
                  title: string;
                  code?: undefined;
                }
              | { __typename: 'DiscountCodeApplication'; index: number; code: string; title?: undefined };
          }[];
        } | null;
        refunds: { id: string }[];
        displayFulfillmentStatus: OrderDisplayFulfillmentStatus;
        fulfillments: {
          id: string;
          status: FulfillmentStatus;
          createdAt: string;
          updatedAt: string;
          trackingInfo: { company: string | null; number: string | null; url: string | null }[];
        }[];
        lineItems: {
          edges: {
            node: {
              id: string;
              title: string;
              variantTitle: string | null;
              sku: string | null;
              vendor: string | null;
              quantity: number;
              currentQuantity: number;
              unfulfilledQuantity: number;
              requiresShipping: boolean;
              isGiftCard: boolean;
              customAttributes: { key: string; value: string | null }[];
              sellingPlan: { name: string } | null;
              product: { id: string } | null;
              variant: { id: string } | null;
              originalUnitPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
              taxLines: {
                title: string;
                rate: number | null;
                channelLiable: boolean | null;
                priceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
              }[];
              discountAllocations: {
                allocatedAmountSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
                discountApplication:
                  | {
                      __typename:
                        'AutomaticDiscountApplication' | 'ManualDiscountApplication' | 'ScriptDiscountApplication';
                      index: number;
                      title: string;
                      code?: undefined;
                    }
                  | { __typename: 'DiscountCodeApplication'; index: number; code: string; title?: undefined };
              }[];
            };
          }[];
        };
      };
    }[];
  };
};

export type BulkVariantsQuery = {
  products: {
    edges: {
      node: {
        id: string;
        updatedAt: string;
        variants: {
          edges: {
            node: {
              id: string;
              position: number;
              title: string;
              sku: string | null;
              barcode: string | null;
              price: string;
              compareAtPrice: string | null;
              taxable: boolean;
              inventoryQuantity: number | null;
              selectedOptions: { name: string; value: string }[];
              media: { edges: { node: { id: string } }[] };
              metafields: {
                edges: { node: { id: string; namespace: string; key: string; type: string; value: string } }[];
              };
              inventoryItem: {
                id: string;
                tracked: boolean;
                requiresShipping: boolean;
                measurement: { weight: { value: number; unit: WeightUnit } | null };
                inventoryLevels: {
                  edges: {
                    node: {
                      id: string;
                      updatedAt: string;
                      location: { id: string };
                      quantities: { quantity: number; updatedAt: string | null }[];
                    };
                  }[];
                };
              };
            };
          }[];
        };
      };
    }[];
  };
};

export type CancelBulkOperationMutation = {
  bulkOperationCancel: {
    bulkOperation: { status: BulkOperationStatus } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CancelFulfillmentMutation = {
  fulfillmentCancel: {
    fulfillment: { id: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CancelJobQuery = { job: { id: string; done: boolean } | null };

export type CancelOrderMutation = {
  orderCancel: {
    job: { id: string; done: boolean } | null;
    orderCancelUserErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CancelReturnMutation = {
  returnCancel: { return: { id: string } | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type CancelStoreOrderMutation = {
  orderCancel: {
    job: { id: string } | null;
    orderCancelUserErrors: { code: OrderCancelUserErrorCode | null; field: string[] | null; message: string }[];
  } | null;
};

export type CancelSubscriptionMutation = {
  appSubscriptionCancel: {
    appSubscription: { id: string; status: AppSubscriptionStatus } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CarrierServicesQuery = {
  carrierServices: { nodes: { id: string; callbackUrl: string | null; active: boolean }[] };
};

export type CloseReturnMutation = {
  returnClose: { return: { id: string } | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type CollectionByHandleQuery = { collectionByIdentifier: { id: string; handle: string } | null };

export type CountAutomaticDiscountsQuery = { discountNodesCount: { count: number } | null };

export type CountOrdersQuery = { ordersCount: { count: number } | null };

export type CountProductsQuery = { productsCount: { count: number } | null };

export type CreateAutomaticDiscountMutation = {
  discountAutomaticBasicCreate: {
    automaticDiscountNode: { id: string } | null;
    userErrors: { code: DiscountErrorCode | null; field: string[] | null; message: string }[];
  } | null;
};

export type CreateCarrierServiceMutation = {
  carrierServiceCreate: {
    carrierService: { id: string; callbackUrl: string | null; active: boolean } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CreateCodeDiscountMutation = {
  discountCodeBasicCreate: {
    codeDiscountNode: { id: string } | null;
    userErrors: { code: DiscountErrorCode | null; field: string[] | null; message: string }[];
  } | null;
};

export type CreateCollectionMutation = {
  collectionCreate: {
    collection: { id: string; handle: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CreateDefinitionMutation = {
  metafieldDefinitionCreate: {
    createdDefinition: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: MetafieldDefinitionCreateUserErrorCode | null }[];
  } | null;
};

export type CreateDraftMutation = {
  draftOrderCreate: {
    draftOrder: { id: string; ready: boolean; status: DraftOrderStatus; invoiceUrl: string | null } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CreateEntryKindMutation = {
  metaobjectDefinitionCreate: {
    metaobjectDefinition: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: MetaobjectUserErrorCode | null }[];
  } | null;
};

export type CreateFilesMutation = {
  fileCreate: {
    files: { id: string; fileStatus: FileStatus }[] | null;
    userErrors: { field: string[] | null; message: string; code: FilesErrorCode | null }[];
  } | null;
};

export type CreateFulfillmentMutation = {
  fulfillmentCreate: {
    fulfillment: { id: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CreateProductMutation = {
  productSet: {
    product: { id: string } | null;
    productSetOperation: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: ProductSetUserErrorCode | null }[];
  } | null;
};

export type CreateRefundMutation = {
  refundCreate: { refund: { id: string } | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type CreateReturnMutation = {
  returnCreate: { return: { id: string } | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type CreateSubscriptionMutation = {
  appSubscriptionCreate: {
    appSubscription: { id: string; name: string; status: AppSubscriptionStatus } | null;
    confirmationUrl: string | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CreateVendorCollectionMutation = {
  collectionCreate: {
    collection: { id: string; handle: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type CreateWebhookSubscriptionMutation = {
  webhookSubscriptionCreate: {
    webhookSubscription: { id: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type DeclineReturnMutation = {
  returnDeclineRequest: {
    return: { id: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type DefineEntryReferenceMutation = {
  metafieldDefinitionCreate: {
    createdDefinition: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: MetafieldDefinitionCreateUserErrorCode | null }[];
  } | null;
};

export type DeleteCarrierServiceMutation = {
  carrierServiceDelete: { deletedId: string | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type DeleteDefinitionMutation = {
  metafieldDefinitionDelete: {
    deletedDefinitionId: string | null;
    userErrors: { field: string[] | null; message: string; code: MetafieldDefinitionDeleteUserErrorCode | null }[];
  } | null;
};

export type DeleteDraftMutation = {
  draftOrderDelete: { deletedId: string | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type DeleteFilesMutation = {
  fileDelete: {
    deletedFileIds: string[] | null;
    userErrors: { field: string[] | null; message: string; code: FilesErrorCode | null }[];
  } | null;
};

export type DeleteProductMutation = {
  productDelete: { deletedProductId: string | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type DeleteWebhookSubscriptionMutation = {
  webhookSubscriptionDelete: {
    deletedWebhookSubscriptionId: string | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type DiscountByCodeQuery = { codeDiscountNodeByCode: { id: string } | null };

export type DiscountByTagQuery = {
  discountNodes: {
    nodes: {
      id: string;
      discount:
        | {
            __typename:
              | 'DiscountAutomaticApp'
              | 'DiscountAutomaticBxgy'
              | 'DiscountAutomaticFreeShipping'
              | 'DiscountCodeApp'
              | 'DiscountCodeBxgy'
              | 'DiscountCodeFreeShipping';
            title?: undefined;
            startsAt?: undefined;
            endsAt?: undefined;
            asyncUsageCount?: undefined;
            tags?: undefined;
            customerGets?: undefined;
            minimumRequirement?: undefined;
            usageLimit?: undefined;
            appliesOncePerCustomer?: undefined;
            codes?: undefined;
          }
        | {
            __typename: 'DiscountAutomaticBasic';
            title: string;
            startsAt: string;
            endsAt: string | null;
            asyncUsageCount: number;
            tags: string[];
            customerGets: {
              value:
                | { __typename: 'DiscountAmount'; amount: { amount: string }; percentage?: undefined }
                | { __typename: 'DiscountOnQuantity'; amount?: undefined; percentage?: undefined }
                | { __typename: 'DiscountPercentage'; percentage: number; amount?: undefined };
              items:
                | { __typename: 'AllDiscountItems' | 'DiscountProducts'; collections?: undefined }
                | { __typename: 'DiscountCollections'; collections: { nodes: { id: string }[] } };
            };
            minimumRequirement:
              | (
                  | {
                      __typename: 'DiscountMinimumQuantity';
                      greaterThanOrEqualToQuantity: string;
                      greaterThanOrEqualToSubtotal?: undefined;
                    }
                  | {
                      __typename: 'DiscountMinimumSubtotal';
                      greaterThanOrEqualToSubtotal: { amount: string };
                      greaterThanOrEqualToQuantity?: undefined;
                    }
                )
              | null;
            usageLimit?: undefined;
            appliesOncePerCustomer?: undefined;
            codes?: undefined;
          }
        | {
            __typename: 'DiscountCodeBasic';
            title: string;
            startsAt: string;
            endsAt: string | null;
            asyncUsageCount: number;
            tags: string[];
            customerGets: {
              value:
                | { __typename: 'DiscountAmount'; amount: { amount: string }; percentage?: undefined }
                | { __typename: 'DiscountOnQuantity'; amount?: undefined; percentage?: undefined }
                | { __typename: 'DiscountPercentage'; percentage: number; amount?: undefined };
              items:
                | { __typename: 'AllDiscountItems' | 'DiscountProducts'; collections?: undefined }
                | { __typename: 'DiscountCollections'; collections: { nodes: { id: string }[] } };
            };
            minimumRequirement:
              | (
                  | {
                      __typename: 'DiscountMinimumQuantity';
                      greaterThanOrEqualToQuantity: string;
                      greaterThanOrEqualToSubtotal?: undefined;
                    }
                  | {
                      __typename: 'DiscountMinimumSubtotal';
                      greaterThanOrEqualToSubtotal: { amount: string };
                      greaterThanOrEqualToQuantity?: undefined;
                    }
                )
              | null;
            usageLimit: number | null;
            appliesOncePerCustomer: boolean;
            codes: { nodes: { code: string }[] };
          };
    }[];
  };
};

export type DropCollectionValuesMutation = {
  metafieldsDelete: { userErrors: { field: string[] | null; message: string }[] } | null;
};

export type DropFieldsMutation = {
  metafieldsDelete: { userErrors: { field: string[] | null; message: string }[] } | null;
};

export type EndAutomaticDiscountMutation = {
  discountAutomaticDeactivate: {
    userErrors: { code: DiscountErrorCode | null; field: string[] | null; message: string }[];
  } | null;
};

export type EndCodeDiscountMutation = {
  discountCodeDeactivate: {
    userErrors: { code: DiscountErrorCode | null; field: string[] | null; message: string }[];
  } | null;
};

export type EntryByHandleQuery = {
  metaobjectByHandle: {
    id: string;
    type: string;
    handle: string;
    displayName: string;
    capabilities: { publishable: { status: MetaobjectStatus } | null };
    thumbnailField: { thumbnail: { file: { preview: { image: { url: string } | null } | null } | null } | null } | null;
  } | null;
};

export type EntryKindQuery = {
  metaobjectDefinitionByType: {
    id: string;
    type: string;
    name: string;
    fieldDefinitions: { key: string; name: string; required: boolean; type: { name: string } }[];
  } | null;
};

export type FileSourcesQuery = {
  nodes: (
    | (
        | {
            id: string;
            fileStatus?: undefined;
            fileErrors?: undefined;
            url?: undefined;
            image?: undefined;
            sources?: undefined;
          }
        | {
            id: string;
            fileStatus: FileStatus;
            fileErrors: { message: string }[];
            url: string | null;
            image?: undefined;
            sources?: undefined;
          }
        | {
            id: string;
            fileStatus: FileStatus;
            fileErrors: { message: string }[];
            image: { url: string; width: number | null; height: number | null } | null;
            url?: undefined;
            sources?: undefined;
          }
        | {
            id: string;
            fileStatus: FileStatus;
            fileErrors: { message: string }[];
            sources: { url: string }[];
            url?: undefined;
            image?: undefined;
          }
      )
    | null
  )[];
};

export type FindDefinitionQuery = {
  metafieldDefinitions: {
    nodes: {
      namespace: string;
      key: string;
      name: string;
      description: string | null;
      type: { name: string };
      validations: { name: string; value: string | null }[];
    }[];
  };
};

export type FindDraftQuery = {
  draftOrders: {
    nodes: {
      id: string;
      ready: boolean;
      status: DraftOrderStatus;
      invoiceUrl: string | null;
      order: { id: string; name: string; displayFinancialStatus: OrderDisplayFinancialStatus | null } | null;
    }[];
  };
};

export type FindDraftsOrderQuery = {
  orders: { nodes: { id: string; name: string; displayFinancialStatus: OrderDisplayFinancialStatus | null }[] };
};

export type FindStoreOrderQuery = {
  orders: { nodes: { id: string; name: string; sourceIdentifier: string | null }[] };
};

export type FlowTriggerReceiveMutation = {
  flowTriggerReceive: { userErrors: { field: string[] | null; message: string }[] } | null;
};

export type FulfillmentEventsQuery = {
  fulfillment: { status: FulfillmentStatus; events: { nodes: { status: FulfillmentEventStatus }[] } } | null;
};

export type FulfillmentOrderLeftQuery = {
  fulfillmentOrder: {
    lineItems: {
      nodes: { id: string; remainingQuantity: number; lineItem: { id: string } }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type FulfillmentOrderOrderQuery = { fulfillmentOrder: { orderId: string } | null };

export type GrantedScopesQuery = { currentAppInstallation: { accessScopes: { handle: string }[] } };

export type HoldFulfillmentOrderMutation = {
  fulfillmentOrderHold: {
    fulfillmentHold: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: FulfillmentOrderHoldUserErrorCode | null }[];
  } | null;
};

export type LanguagesQuery = { shopLocales: { locale: string; name: string; primary: boolean; published: boolean }[] };

export type ListDefinitionsQuery = {
  metafieldDefinitions: {
    nodes: {
      namespace: string;
      key: string;
      name: string;
      description: string | null;
      type: { name: string };
      validations: { name: string; value: string | null }[];
    }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type ListProductIdsQuery = {
  products: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
};

export type ListProductVersionsQuery = {
  products: {
    nodes: {
      id: string;
      updatedAt: string;
      title: string;
      vendor: string;
      status: ProductStatus;
      totalInventory: number;
      variantsCount: { count: number } | null;
    }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type ListWebhookSubscriptionsQuery = {
  webhookSubscriptions: {
    nodes: { id: string; topic: WebhookSubscriptionTopic; uri: string; apiVersion: { handle: string } }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type MarketDrivenShippingQuery = { shop: { features: { marketDrivenShipping: boolean } } };

export type MoreVariantFieldsQuery = {
  productVariant: {
    metafields: {
      nodes: { id: string; namespace: string; key: string; type: string; definition: { name: string } | null }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type NewestBuyersQuery = {
  orders: {
    nodes: {
      id: string;
      email: string | null;
      shippingAddress: { name: string | null } | null;
      requiresShipping: boolean;
    }[];
  };
};

export type OrderAgreementQuery = {
  order: {
    agreements: {
      nodes: {
        happenedAt: string;
        reason: OrderActionType;
        sales: {
          nodes: (
            | {
                actionType: SaleActionType;
                lineType: SaleLineType;
                quantity: number | null;
                totalAmount: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
                totalDiscountAmountBeforeTaxes: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
                totalDiscountAmountAfterTaxes: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
                taxes: {
                  amount: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
                  taxLine: { title: string; rate: number | null; channelLiable: boolean | null };
                }[];
                lineItem?: undefined;
              }
            | {
                actionType: SaleActionType;
                lineType: SaleLineType;
                quantity: number | null;
                totalAmount: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
                totalDiscountAmountBeforeTaxes: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
                totalDiscountAmountAfterTaxes: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
                taxes: {
                  amount: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
                  taxLine: { title: string; rate: number | null; channelLiable: boolean | null };
                }[];
                lineItem: { id: string };
              }
          )[];
          pageInfo: { hasNextPage: boolean; endCursor: string | null };
        };
      }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type OrderFulfillmentLinesQuery = {
  fulfillment: {
    fulfillmentLineItems: {
      nodes: { quantity: number | null; lineItem: { id: string } }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type OrderFulfillmentQuery = {
  fulfillment: {
    id: string;
    status: FulfillmentStatus;
    createdAt: string;
    updatedAt: string;
    trackingInfo: { company: string | null; number: string | null; url: string | null }[];
    fulfillmentLineItems: {
      nodes: { quantity: number | null; lineItem: { id: string } }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type OrderFulfillmentsQuery = { order: { fulfillments: { id: string }[] } | null };

export type OrderHeadQuery = {
  order: {
    id: string;
    name: string;
    test: boolean;
    createdAt: string;
    updatedAt: string;
    cancelledAt: string | null;
    currencyCode: CurrencyCode;
    taxesIncluded: boolean;
    displayFinancialStatus: OrderDisplayFinancialStatus | null;
    email: string | null;
    phone: string | null;
    note: string | null;
    customAttributes: { key: string; value: string | null }[];
    shippingAddress: {
      name: string | null;
      firstName: string | null;
      lastName: string | null;
      company: string | null;
      address1: string | null;
      address2: string | null;
      city: string | null;
      province: string | null;
      provinceCode: string | null;
      zip: string | null;
      country: string | null;
      countryCodeV2: CountryCode | null;
      phone: string | null;
    } | null;
    billingAddress: {
      name: string | null;
      firstName: string | null;
      lastName: string | null;
      company: string | null;
      address1: string | null;
      address2: string | null;
      city: string | null;
      province: string | null;
      provinceCode: string | null;
      zip: string | null;
      country: string | null;
      countryCodeV2: CountryCode | null;
      phone: string | null;
    } | null;
    totalPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
    currentTotalPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
    totalTaxSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } } | null;
    totalDiscountsSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } } | null;
    totalTipReceivedSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
    originalTotalDutiesSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } } | null;
    originalTotalAdditionalFeesSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } } | null;
    totalOutstandingSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
    totalReceivedSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
    totalCashRoundingAdjustment: {
      paymentSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
      refundSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
    };
    edited: boolean;
    discountApplications: {
      nodes: (
        | {
            __typename: 'AutomaticDiscountApplication' | 'ManualDiscountApplication' | 'ScriptDiscountApplication';
            index: number;
            title: string;
            code?: undefined;
          }
        | { __typename: 'DiscountCodeApplication'; index: number; code: string; title?: undefined }
      )[];
    };
    shippingLines: {
      nodes: {
        id: string | null;
        title: string;
        code: string | null;
        originalPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        discountedPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        taxLines: {
          title: string;
          rate: number | null;
          channelLiable: boolean | null;
          priceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        }[];
        discountAllocations: {
          allocatedAmountSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
          discountApplication: { index: number };
        }[];
      }[];
    };
    lineItems: {
      nodes: {
        id: string;
        title: string;
        variantTitle: string | null;
        sku: string | null;
        vendor: string | null;
        quantity: number;
        currentQuantity: number;
        unfulfilledQuantity: number;
        requiresShipping: boolean;
        isGiftCard: boolean;
        customAttributes: { key: string; value: string | null }[];
        sellingPlan: { name: string } | null;
        product: { id: string } | null;
        variant: { id: string } | null;
        originalUnitPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        taxLines: {
          title: string;
          rate: number | null;
          channelLiable: boolean | null;
          priceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        }[];
        discountAllocations: {
          allocatedAmountSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
          discountApplication: { index: number };
        }[];
      }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
    refunds: { id: string }[];
    fulfillments: { id: string }[];
  } | null;
};

export type OrderLeftQuery = {
  order: {
    fulfillmentOrders: {
      nodes: {
        id: string;
        status: FulfillmentOrderStatus;
        deliveryMethod: { methodType: DeliveryMethodType } | null;
        assignedLocation: { name: string; location: { id: string } | null };
        fulfillmentHolds: {
          id: string;
          reason: FulfillmentHoldReason;
          reasonNotes: string | null;
          handle: string | null;
        }[];
        lineItems: {
          nodes: { id: string; remainingQuantity: number; lineItem: { id: string } }[];
          pageInfo: { hasNextPage: boolean; endCursor: string | null };
        };
      }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type OrderLinesQuery = {
  order: {
    lineItems: {
      nodes: {
        id: string;
        title: string;
        variantTitle: string | null;
        sku: string | null;
        vendor: string | null;
        quantity: number;
        currentQuantity: number;
        unfulfilledQuantity: number;
        requiresShipping: boolean;
        isGiftCard: boolean;
        customAttributes: { key: string; value: string | null }[];
        sellingPlan: { name: string } | null;
        product: { id: string } | null;
        variant: { id: string } | null;
        originalUnitPriceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        taxLines: {
          title: string;
          rate: number | null;
          channelLiable: boolean | null;
          priceSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        }[];
        discountAllocations: {
          allocatedAmountSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
          discountApplication: { index: number };
        }[];
      }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type OrderPaymentsQuery = {
  order: {
    transactions: {
      kind: OrderTransactionKind;
      status: OrderTransactionStatus;
      processedAt: string | null;
      amountSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
    }[];
  } | null;
};

export type OrderRefundQuery = {
  refund: {
    id: string;
    createdAt: string | null;
    refundLineItems: {
      nodes: {
        quantity: number;
        restockType: RefundLineItemRestockType;
        subtotalSet: {
          shopMoney: { amount: string; currencyCode: CurrencyCode };
          presentmentMoney: { amount: string; currencyCode: CurrencyCode };
        };
        totalTaxSet: {
          shopMoney: { amount: string; currencyCode: CurrencyCode };
          presentmentMoney: { amount: string; currencyCode: CurrencyCode };
        };
        lineItem: { id: string };
      }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
    refundShippingLines: {
      nodes: {
        subtotalAmountSet: {
          shopMoney: { amount: string; currencyCode: CurrencyCode };
          presentmentMoney: { amount: string; currencyCode: CurrencyCode };
        };
        taxAmountSet: {
          shopMoney: { amount: string; currencyCode: CurrencyCode };
          presentmentMoney: { amount: string; currencyCode: CurrencyCode };
        };
      }[];
    };
    transactions: {
      nodes: {
        id: string;
        kind: OrderTransactionKind;
        status: OrderTransactionStatus;
        amountSet: {
          shopMoney: { amount: string; currencyCode: CurrencyCode };
          presentmentMoney: { amount: string; currencyCode: CurrencyCode };
        };
      }[];
    };
  } | null;
};

export type OrderReturnQuery = {
  return: {
    id: string;
    name: string;
    status: ReturnStatus;
    createdAt: string;
    requestApprovedAt: string | null;
    closedAt: string | null;
    decline: { reason: ReturnDeclineReason; note: string | null } | null;
    order: { id: string };
    returnLineItems: {
      nodes: (
        | {
            id: string;
            quantity: number;
            processedQuantity: number;
            returnReasonDefinition: { handle: string } | null;
            fulfillmentLineItem: { id: string; lineItem: { id: string } };
          }
        | {
            id: string;
            quantity: number;
            processedQuantity: number;
            returnReasonDefinition: { handle: string } | null;
            fulfillmentLineItem?: undefined;
          }
      )[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
    reverseFulfillmentOrders: {
      nodes: { lineItems: { nodes: { id: string; fulfillmentLineItem: { id: string } | null }[] } }[];
    };
  } | null;
};

export type OrderReturnsQuery = { order: { returns: { nodes: { id: string }[] } } | null };

export type OrderRiskQuery = {
  order: {
    risk: { recommendation: OrderRiskRecommendationResult; assessments: { riskLevel: RiskAssessmentResult }[] };
  } | null;
};

export type OrderVersionQuery = { order: { updatedAt: string } | null };

export type OrdersThereQuery = { nodes: ({ id: string } | null)[] };

export type OrdersUpdatedQuery = {
  orders: {
    nodes: {
      id: string;
      name: string;
      updatedAt: string;
      edited: boolean;
      displayFinancialStatus: OrderDisplayFinancialStatus | null;
    }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type PlaceStoreOrderMutation = {
  orderCreate: {
    order: { id: string; name: string } | null;
    userErrors: { code: OrderCreateUserErrorCode | null; field: string[] | null; message: string }[];
  } | null;
};

export type PreparePickupMutation = {
  fulfillmentOrderLineItemsPreparedForPickup: {
    userErrors: {
      field: string[] | null;
      message: string;
      code: FulfillmentOrderLineItemsPreparedForPickupUserErrorCode | null;
    }[];
  } | null;
};

export type PresentCollectionQuery = {
  collection: {
    sources: { id: string; title: string; description: string | null }[];
    metafields: { nodes: { key: string }[] };
  } | null;
};

export type PresentVendorCollectionQuery = {
  collection: {
    id: string;
    handle: string;
    sources: { id: string; title: string; description: string | null }[];
  } | null;
};

export type ProductByHandleQuery = {
  productByIdentifier: {
    id: string;
    title: string;
    vendor: string;
    status: ProductStatus;
    variantsCount: { count: number } | null;
  } | null;
};

export type ProductsOfVendorQuery = {
  products: { nodes: { id: string; vendor: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
};

export type PublicationsQuery = {
  publications: {
    nodes: { id: string; catalog: { title: string } | null }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type PublishMutation = {
  publishablePublish: { userErrors: { field: string[] | null; message: string }[] } | null;
};

export type ReadBulkOperationQuery = {
  bulkOperation: {
    status: BulkOperationStatus;
    objectCount: string;
    rootObjectCount: string;
    url: string | null;
  } | null;
};

export type ReadDiscountsQuery = {
  nodes: (
    | (
        | { id?: undefined; discount?: undefined }
        | {
            id: string;
            discount:
              | {
                  __typename:
                    | 'DiscountAutomaticApp'
                    | 'DiscountAutomaticBxgy'
                    | 'DiscountAutomaticFreeShipping'
                    | 'DiscountCodeApp'
                    | 'DiscountCodeBxgy'
                    | 'DiscountCodeFreeShipping';
                  title?: undefined;
                  startsAt?: undefined;
                  endsAt?: undefined;
                  asyncUsageCount?: undefined;
                  tags?: undefined;
                  customerGets?: undefined;
                  minimumRequirement?: undefined;
                  usageLimit?: undefined;
                  appliesOncePerCustomer?: undefined;
                  codes?: undefined;
                }
              | {
                  __typename: 'DiscountAutomaticBasic';
                  title: string;
                  startsAt: string;
                  endsAt: string | null;
                  asyncUsageCount: number;
                  tags: string[];
                  customerGets: {
                    value:
                      | { __typename: 'DiscountAmount'; amount: { amount: string }; percentage?: undefined }
                      | { __typename: 'DiscountOnQuantity'; amount?: undefined; percentage?: undefined }
                      | { __typename: 'DiscountPercentage'; percentage: number; amount?: undefined };
                    items:
                      | { __typename: 'AllDiscountItems' | 'DiscountProducts'; collections?: undefined }
                      | { __typename: 'DiscountCollections'; collections: { nodes: { id: string }[] } };
                  };
                  minimumRequirement:
                    | (
                        | {
                            __typename: 'DiscountMinimumQuantity';
                            greaterThanOrEqualToQuantity: string;
                            greaterThanOrEqualToSubtotal?: undefined;
                          }
                        | {
                            __typename: 'DiscountMinimumSubtotal';
                            greaterThanOrEqualToSubtotal: { amount: string };
                            greaterThanOrEqualToQuantity?: undefined;
                          }
                      )
                    | null;
                  usageLimit?: undefined;
                  appliesOncePerCustomer?: undefined;
                  codes?: undefined;
                }
              | {
                  __typename: 'DiscountCodeBasic';
                  title: string;
                  startsAt: string;
                  endsAt: string | null;
                  asyncUsageCount: number;
                  tags: string[];
                  customerGets: {
                    value:
                      | { __typename: 'DiscountAmount'; amount: { amount: string }; percentage?: undefined }
                      | { __typename: 'DiscountOnQuantity'; amount?: undefined; percentage?: undefined }
                      | { __typename: 'DiscountPercentage'; percentage: number; amount?: undefined };
                    items:
                      | { __typename: 'AllDiscountItems' | 'DiscountProducts'; collections?: undefined }
                      | { __typename: 'DiscountCollections'; collections: { nodes: { id: string }[] } };
                  };
                  minimumRequirement:
                    | (
                        | {
                            __typename: 'DiscountMinimumQuantity';
                            greaterThanOrEqualToQuantity: string;
                            greaterThanOrEqualToSubtotal?: undefined;
                          }
                        | {
                            __typename: 'DiscountMinimumSubtotal';
                            greaterThanOrEqualToSubtotal: { amount: string };
                            greaterThanOrEqualToQuantity?: undefined;
                          }
                      )
                    | null;
                  usageLimit: number | null;
                  appliesOncePerCustomer: boolean;
                  codes: { nodes: { code: string }[] };
                };
          }
      )
    | null
  )[];
};

export type ReadDraftQuery = {
  draftOrder: {
    id: string;
    ready: boolean;
    status: DraftOrderStatus;
    invoiceUrl: string | null;
    order: { id: string; name: string; displayFinancialStatus: OrderDisplayFinancialStatus | null } | null;
  } | null;
};

export type ReadEntriesQuery = {
  nodes: (
    | (
        | {
            id?: undefined;
            type?: undefined;
            handle?: undefined;
            displayName?: undefined;
            capabilities?: undefined;
            thumbnailField?: undefined;
          }
        | {
            id: string;
            type: string;
            handle: string;
            displayName: string;
            capabilities: { publishable: { status: MetaobjectStatus } | null };
            thumbnailField: {
              thumbnail: { file: { preview: { image: { url: string } | null } | null } | null } | null;
            } | null;
          }
      )
    | null
  )[];
};

export type ReadMediaQuery = {
  product: {
    media: {
      nodes: {
        id: string;
        alt: string | null;
        mediaContentType: MediaContentType;
        status: MediaStatus;
        mediaErrors: { code: MediaErrorCode }[];
        preview: { image: { url: string } | null } | null;
      }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type ReadMetafieldsQuery = {
  product: {
    metafields: {
      nodes: { namespace: string; key: string; type: string; value: string }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type ReadProductOperationQuery = {
  productOperation:
    | (
        | { status: ProductOperationStatus; product: { id: string } | null; userErrors?: undefined }
        | {
            status: ProductOperationStatus;
            product: { id: string } | null;
            userErrors: { field: string[] | null; message: string; code: ProductSetUserErrorCode | null }[];
          }
      )
    | null;
};

export type ReadProductsQuery = {
  nodes: (
    | (
        | {
            id?: undefined;
            title?: undefined;
            handle?: undefined;
            status?: undefined;
            vendor?: undefined;
            productType?: undefined;
            tags?: undefined;
            descriptionHtml?: undefined;
            createdAt?: undefined;
            updatedAt?: undefined;
            seo?: undefined;
            metafields?: undefined;
            options?: undefined;
            media?: undefined;
            variants?: undefined;
          }
        | {
            id: string;
            title: string;
            handle: string;
            status: ProductStatus;
            vendor: string;
            productType: string;
            tags: string[];
            descriptionHtml: string;
            createdAt: string;
            updatedAt: string;
            seo: { title: string | null; description: string | null };
            metafields: {
              nodes: { namespace: string; key: string; type: string; value: string }[];
              pageInfo: { hasNextPage: boolean; endCursor: string | null };
            };
            options: { id: string; name: string; optionValues: { id: string; name: string }[] }[];
            media: {
              nodes: {
                id: string;
                alt: string | null;
                mediaContentType: MediaContentType;
                status: MediaStatus;
                mediaErrors: { code: MediaErrorCode }[];
                preview: { image: { url: string } | null } | null;
              }[];
              pageInfo: { hasNextPage: boolean; endCursor: string | null };
            };
            variants: {
              nodes: {
                id: string;
                position: number;
                title: string;
                sku: string | null;
                barcode: string | null;
                price: string;
                compareAtPrice: string | null;
                taxable: boolean;
                inventoryQuantity: number | null;
                selectedOptions: { name: string; value: string }[];
                media: { nodes: { id: string }[] };
                metafields: {
                  nodes: { namespace: string; key: string; type: string; value: string }[];
                  pageInfo: { hasNextPage: boolean; endCursor: string | null };
                };
                inventoryItem: {
                  id: string;
                  tracked: boolean;
                  requiresShipping: boolean;
                  measurement: { weight: { value: number; unit: WeightUnit } | null };
                  inventoryLevels: {
                    nodes: {
                      updatedAt: string;
                      location: { id: string };
                      quantities: { quantity: number; updatedAt: string | null }[];
                    }[];
                    pageInfo: { hasNextPage: boolean; endCursor: string | null };
                  };
                };
              }[];
              pageInfo: { hasNextPage: boolean; endCursor: string | null };
            };
          }
      )
    | null
  )[];
};

export type ReadSubscriptionsQuery = {
  shop: { plan: { partnerDevelopment: boolean } };
  currentAppInstallation: {
    launchUrl: string;
    activeSubscriptions: { id: string; name: string; status: AppSubscriptionStatus }[];
  };
};

export type ReadVariantFieldsQuery = {
  productVariant: {
    metafields: {
      nodes: { namespace: string; key: string; type: string; value: string }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type ReadVariantLevelsQuery = {
  productVariant: {
    inventoryItem: {
      inventoryLevels: {
        nodes: {
          updatedAt: string;
          location: { id: string };
          quantities: { quantity: number; updatedAt: string | null }[];
        }[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };
    };
  } | null;
};

export type ReadVariantsQuery = {
  product: {
    variants: {
      nodes: {
        id: string;
        position: number;
        title: string;
        sku: string | null;
        barcode: string | null;
        price: string;
        compareAtPrice: string | null;
        taxable: boolean;
        inventoryQuantity: number | null;
        selectedOptions: { name: string; value: string }[];
        media: { nodes: { id: string }[] };
        metafields: {
          nodes: { namespace: string; key: string; type: string; value: string }[];
          pageInfo: { hasNextPage: boolean; endCursor: string | null };
        };
        inventoryItem: {
          id: string;
          tracked: boolean;
          requiresShipping: boolean;
          measurement: { weight: { value: number; unit: WeightUnit } | null };
          inventoryLevels: {
            nodes: {
              updatedAt: string;
              location: { id: string };
              quantities: { quantity: number; updatedAt: string | null }[];
            }[];
            pageInfo: { hasNextPage: boolean; endCursor: string | null };
          };
        };
      }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type ReadVariantsWholeQuery = {
  nodes: (
    | (
        | { id?: undefined; metafields?: undefined; inventoryItem?: undefined }
        | {
            id: string;
            metafields: {
              nodes: { namespace: string; key: string; type: string; value: string }[];
              pageInfo: { hasNextPage: boolean; endCursor: string | null };
            };
            inventoryItem: {
              inventoryLevels: {
                nodes: {
                  updatedAt: string;
                  location: { id: string };
                  quantities: { quantity: number; updatedAt: string | null }[];
                }[];
                pageInfo: { hasNextPage: boolean; endCursor: string | null };
              };
            };
          }
      )
    | null
  )[];
};

export type ReceiveReturnMutation = {
  returnProcess: { return: { id: string } | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type RefundablePaymentsQuery = {
  order: {
    currencyCode: CurrencyCode;
    presentmentCurrencyCode: CurrencyCode;
    transactions: {
      id: string;
      kind: OrderTransactionKind;
      status: OrderTransactionStatus;
      gateway: string | null;
      amountSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
      parentTransaction: { id: string } | null;
    }[];
    fulfillmentOrders: {
      nodes: {
        assignedLocation: { location: { id: string } | null };
        lineItems: { nodes: { lineItem: { id: string } }[] };
      }[];
    };
  } | null;
};

export type RegisterTranslationsMutation = {
  translationsRegister: {
    userErrors: { field: string[] | null; message: string; code: TranslationErrorCode | null }[];
  } | null;
};

export type ReleaseFulfillmentOrderMutation = {
  fulfillmentOrderReleaseHold: {
    fulfillmentOrder: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: FulfillmentOrderReleaseHoldUserErrorCode | null }[];
  } | null;
};

export type RemoveTagsMutation = {
  tagsRemove: {
    node: ({ tags?: undefined; updatedAt?: undefined } | { tags: string[]; updatedAt: string }) | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type RemoveTranslationsMutation = {
  translationsRemove: {
    userErrors: { field: string[] | null; message: string; code: TranslationErrorCode | null }[];
  } | null;
};

export type RequestReturnMutation = {
  returnRequest: { return: { id: string } | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type ReturnReasonsQuery = {
  returnReasonDefinitions: { nodes: { id: string; handle: string; name: string; deleted: boolean }[] };
};

export type ReturnableUnitsQuery = {
  returnableFulfillments: {
    nodes: {
      returnableFulfillmentLineItems: {
        nodes: { quantity: number; fulfillmentLineItem: { id: string; lineItem: { id: string } } }[];
      };
    }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type RunBulkQueryMutation = {
  bulkOperationRunQuery: {
    bulkOperation: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: BulkOperationUserErrorCode | null }[];
  } | null;
};

export type SearchEntriesQuery = {
  metaobjects: {
    edges: {
      cursor: string;
      node: {
        id: string;
        type: string;
        handle: string;
        displayName: string;
        capabilities: { publishable: { status: MetaobjectStatus } | null };
        thumbnailField: {
          thumbnail: { file: { preview: { image: { url: string } | null } | null } | null } | null;
        } | null;
      };
    }[];
    pageInfo: { hasNextPage: boolean };
  };
};

export type SetFieldsMutation = {
  metafieldsSet: {
    userErrors: { field: string[] | null; message: string; code: MetafieldsSetUserErrorCode | null }[];
  } | null;
};

export type SetProductMutation = {
  productSet: {
    product: { id: string } | null;
    productSetOperation: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: ProductSetUserErrorCode | null }[];
  } | null;
};

export type SetProductStatusMutation = {
  productUpdate: {
    product: { updatedAt: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type SetProductTextsMutation = {
  productUpdate: {
    product: { updatedAt: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type SetProductVendorMutation = {
  productUpdate: { product: { id: string } | null; userErrors: { field: string[] | null; message: string }[] } | null;
};

export type SetStockMutation = {
  inventorySetQuantities: {
    userErrors: { field: string[] | null; message: string; code: InventorySetQuantitiesUserErrorCode | null }[];
  } | null;
};

export type ShippingProfilesQuery = {
  deliveryProfiles: {
    nodes: {
      name: string;
      default: boolean;
      profileLocationGroups: {
        locationGroupZones: {
          nodes: {
            zone: { name: string };
            methodDefinitions: {
              nodes: {
                active: boolean;
                rateProvider: { carrierService: { id: string } } | { carrierService?: undefined };
              }[];
            };
          }[];
          pageInfo: { hasNextPage: boolean };
        };
      }[];
    }[];
  };
};

export type ShopIdQuery = { shop: { id: string } };

export type ShopPlacesQuery = {
  locations: { nodes: { id: string; name: string; isActive: boolean; fulfillsOnlineOrders: boolean }[] };
  shopLocales: { locale: string; name: string; primary: boolean; published: boolean }[];
};

export type ShopPlanQuery = { shop: { plan: { publicDisplayName: string } } };

export type ShopQuery = {
  shop: {
    name: string;
    email: string;
    currencyCode: CurrencyCode;
    ianaTimezone: string;
    shopAddress: { countryCodeV2: CountryCode | null };
  };
  shopLocales: { locale: string; primary: boolean }[];
};

export type SplitFulfillmentOrderMutation = {
  fulfillmentOrderSplit: {
    userErrors: { field: string[] | null; message: string; code: FulfillmentOrderSplitUserErrorCode | null }[];
  } | null;
};

export type StageUploadsMutation = {
  stagedUploadsCreate: {
    stagedTargets:
      { url: string | null; resourceUrl: string | null; parameters: { name: string; value: string }[] }[] | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type StockLocationsQuery = {
  locations: { nodes: { id: string; isActive: boolean; fulfillsOnlineOrders: boolean }[] };
};

export type StoreKindQuery = {
  metaobjectDefinition: {
    id: string;
    type: string;
    name: string;
    capabilities: { publishable: { enabled: boolean } };
    fieldDefinitions: {
      key: string;
      name: string;
      description: string | null;
      required: boolean;
      type: { name: string };
      validations: { name: string; value: string | null }[];
    }[];
  } | null;
};

export type StoreKindsQuery = {
  metaobjectDefinitions: {
    nodes: {
      id: string;
      type: string;
      name: string;
      capabilities: { publishable: { enabled: boolean } };
      fieldDefinitions: {
        key: string;
        name: string;
        description: string | null;
        required: boolean;
        type: { name: string };
        validations: { name: string; value: string | null }[];
      }[];
    }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type StoreOrderQuery = {
  order: {
    id: string;
    name: string;
    updatedAt: string;
    cancelledAt: string | null;
    fulfillments: {
      id: string;
      status: FulfillmentStatus;
      trackingInfo: { company: string | null; number: string | null; url: string | null }[];
    }[];
  } | null;
};

export type StoreOrderVersionsQuery = {
  nodes: (({ id?: undefined; updatedAt?: undefined } | { id: string; updatedAt: string }) | null)[];
};

export type StoreProductsQuery = {
  products: {
    nodes: {
      id: string;
      title: string;
      status: ProductStatus;
      variantsCount: { count: number } | null;
      priceRangeV2: { minVariantPrice: { amount: string; currencyCode: CurrencyCode } };
      featuredMedia: { preview: { image: { url: string } | null } | null } | null;
    }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type StoreShipmentUnitsQuery = {
  fulfillment: {
    fulfillmentLineItems: {
      nodes: {
        quantity: number | null;
        lineItem: { sku: string | null; customAttributes: { key: string; value: string | null }[] };
      }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type StoreSkusQuery = {
  productVariants: {
    nodes: { id: string; sku: string | null }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
};

export type SuggestedRefundQuery = {
  order: {
    suggestedRefund: {
      amountSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
      maximumRefundableSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
      shipping: {
        amountSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        taxSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        maximumRefundableSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
      };
      refundLineItems: {
        quantity: number;
        subtotalSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        totalTaxSet: { shopMoney: { amount: string; currencyCode: CurrencyCode } };
        lineItem: { id: string };
      }[];
    } | null;
  } | null;
};

export type TellFulfillmentMutation = {
  fulfillmentEventCreate: {
    fulfillmentEvent: { id: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type TextsQuery = {
  translatableResourcesByIds: {
    nodes: {
      resourceId: string;
      translatableContent: { key: string; value: string | null; digest: string | null }[];
      translations: { key: string; value: string | null; outdated: boolean }[];
    }[];
  };
};

export type TranslatablePartsQuery = {
  product: {
    options: { id: string; name: string; optionValues: { id: string; name: string }[] }[];
    metafields: {
      nodes: { id: string; namespace: string; key: string; type: string; definition: { name: string } | null }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
};

export type UnpublishMutation = {
  publishableUnpublish: { userErrors: { field: string[] | null; message: string }[] } | null;
};

export type UpdateAutomaticDiscountMutation = {
  discountAutomaticBasicUpdate: {
    userErrors: { code: DiscountErrorCode | null; field: string[] | null; message: string }[];
  } | null;
};

export type UpdateCarrierServiceMutation = {
  carrierServiceUpdate: {
    carrierService: { id: string; callbackUrl: string | null; active: boolean } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type UpdateCodeDiscountMutation = {
  discountCodeBasicUpdate: {
    userErrors: { code: DiscountErrorCode | null; field: string[] | null; message: string }[];
  } | null;
};

export type UpdateCollectionMutation = {
  collectionUpdate: {
    collection: { id: string; handle: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type UpdateDefinitionMutation = {
  metafieldDefinitionUpdate: {
    updatedDefinition: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: MetafieldDefinitionUpdateUserErrorCode | null }[];
  } | null;
};

export type UpdateTrackingMutation = {
  fulfillmentTrackingInfoUpdate: {
    fulfillment: { id: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type UpdateVendorCollectionMutation = {
  collectionUpdate: {
    collection: { id: string; handle: string } | null;
    userErrors: { field: string[] | null; message: string }[];
  } | null;
};

export type VariantFieldsQuery = {
  nodes: (
    | (
        | { id?: undefined; metafields?: undefined }
        | {
            id: string;
            metafields: {
              nodes: {
                id: string;
                namespace: string;
                key: string;
                type: string;
                definition: { name: string } | null;
              }[];
              pageInfo: { hasNextPage: boolean; endCursor: string | null };
            };
          }
      )
    | null
  )[];
};

export type WriteEntryMutation = {
  metaobjectUpsert: {
    metaobject: { id: string } | null;
    userErrors: { field: string[] | null; message: string; code: MetaobjectUserErrorCode | null }[];
  } | null;
};

type AppSubscriptionStatus = 'ACCEPTED' | 'ACTIVE' | 'CANCELLED' | 'DECLINED' | 'EXPIRED' | 'FROZEN' | 'PENDING';

type BulkOperationStatus = 'CANCELED' | 'CANCELING' | 'COMPLETED' | 'CREATED' | 'EXPIRED' | 'FAILED' | 'RUNNING';

type BulkOperationUserErrorCode = 'INVALID' | 'LIMIT_REACHED' | 'OPERATION_IN_PROGRESS';

type CountryCode =
  | 'AC'
  | 'AD'
  | 'AE'
  | 'AF'
  | 'AG'
  | 'AI'
  | 'AL'
  | 'AM'
  | 'AN'
  | 'AO'
  | 'AR'
  | 'AT'
  | 'AU'
  | 'AW'
  | 'AX'
  | 'AZ'
  | 'BA'
  | 'BB'
  | 'BD'
  | 'BE'
  | 'BF'
  | 'BG'
  | 'BH'
  | 'BI'
  | 'BJ'
  | 'BL'
  | 'BM'
  | 'BN'
  | 'BO'
  | 'BQ'
  | 'BR'
  | 'BS'
  | 'BT'
  | 'BV'
  | 'BW'
  | 'BY'
  | 'BZ'
  | 'CA'
  | 'CC'
  | 'CD'
  | 'CF'
  | 'CG'
  | 'CH'
  | 'CI'
  | 'CK'
  | 'CL'
  | 'CM'
  | 'CN'
  | 'CO'
  | 'CR'
  | 'CU'
  | 'CV'
  | 'CW'
  | 'CX'
  | 'CY'
  | 'CZ'
  | 'DE'
  | 'DJ'
  | 'DK'
  | 'DM'
  | 'DO'
  | 'DZ'
  | 'EC'
  | 'EE'
  | 'EG'
  | 'EH'
  | 'ER'
  | 'ES'
  | 'ET'
  | 'FI'
  | 'FJ'
  | 'FK'
  | 'FO'
  | 'FR'
  | 'GA'
  | 'GB'
  | 'GD'
  | 'GE'
  | 'GF'
  | 'GG'
  | 'GH'
  | 'GI'
  | 'GL'
  | 'GM'
  | 'GN'
  | 'GP'
  | 'GQ'
  | 'GR'
  | 'GS'
  | 'GT'
  | 'GW'
  | 'GY'
  | 'HK'
  | 'HM'
  | 'HN'
  | 'HR'
  | 'HT'
  | 'HU'
  | 'ID'
  | 'IE'
  | 'IL'
  | 'IM'
  | 'IN'
  | 'IO'
  | 'IQ'
  | 'IR'
  | 'IS'
  | 'IT'
  | 'JE'
  | 'JM'
  | 'JO'
  | 'JP'
  | 'KE'
  | 'KG'
  | 'KH'
  | 'KI'
  | 'KM'
  | 'KN'
  | 'KP'
  | 'KR'
  | 'KW'
  | 'KY'
  | 'KZ'
  | 'LA'
  | 'LB'
  | 'LC'
  | 'LI'
  | 'LK'
  | 'LR'
  | 'LS'
  | 'LT'
  | 'LU'
  | 'LV'
  | 'LY'
  | 'MA'
  | 'MC'
  | 'MD'
  | 'ME'
  | 'MF'
  | 'MG'
  | 'MK'
  | 'ML'
  | 'MM'
  | 'MN'
  | 'MO'
  | 'MQ'
  | 'MR'
  | 'MS'
  | 'MT'
  | 'MU'
  | 'MV'
  | 'MW'
  | 'MX'
  | 'MY'
  | 'MZ'
  | 'NA'
  | 'NC'
  | 'NE'
  | 'NF'
  | 'NG'
  | 'NI'
  | 'NL'
  | 'NO'
  | 'NP'
  | 'NR'
  | 'NU'
  | 'NZ'
  | 'OM'
  | 'PA'
  | 'PE'
  | 'PF'
  | 'PG'
  | 'PH'
  | 'PK'
  | 'PL'
  | 'PM'
  | 'PN'
  | 'PS'
  | 'PT'
  | 'PY'
  | 'QA'
  | 'RE'
  | 'RO'
  | 'RS'
  | 'RU'
  | 'RW'
  | 'SA'
  | 'SB'
  | 'SC'
  | 'SD'
  | 'SE'
  | 'SG'
  | 'SH'
  | 'SI'
  | 'SJ'
  | 'SK'
  | 'SL'
  | 'SM'
  | 'SN'
  | 'SO'
  | 'SR'
  | 'SS'
  | 'ST'
  | 'SV'
  | 'SX'
  | 'SY'
  | 'SZ'
  | 'TA'
  | 'TC'
  | 'TD'
  | 'TF'
  | 'TG'
  | 'TH'
  | 'TJ'
  | 'TK'
  | 'TL'
  | 'TM'
  | 'TN'
  | 'TO'
  | 'TR'
  | 'TT'
  | 'TV'
  | 'TW'
  | 'TZ'
  | 'UA'
  | 'UG'
  | 'UM'
  | 'US'
  | 'UY'
  | 'UZ'
  | 'VA'
  | 'VC'
  | 'VE'
  | 'VG'
  | 'VN'
  | 'VU'
  | 'WF'
  | 'WS'
  | 'XK'
  | 'YE'
  | 'YT'
  | 'ZA'
  | 'ZM'
  | 'ZW'
  | 'ZZ';

type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BYR'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KID'
  | 'KMF'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LTL'
  | 'LVL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STD'
  | 'STN'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'USDC'
  | 'UYU'
  | 'UZS'
  | 'VED'
  | 'VEF'
  | 'VES'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XOF'
  | 'XPF'
  | 'XXX'
  | 'YER'
  | 'ZAR'
  | 'ZMW';

type DeliveryMethodType = 'LOCAL' | 'NONE' | 'PICKUP_POINT' | 'PICK_UP' | 'RETAIL' | 'SHIPPING';

type DiscountErrorCode =
  | 'ACTIVE_PERIOD_OVERLAP'
  | 'APPLIES_ON_NOTHING'
  | 'BLANK'
  | 'CONFLICT'
  | 'DISCOUNT_NOT_COMPATIBLE_WITH_CONDITION_TYPES'
  | 'DUPLICATE'
  | 'END_DATE_BEFORE_START_DATE'
  | 'EQUAL_TO'
  | 'EXCEEDED_MAX'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL_TO'
  | 'IMPLICIT_DUPLICATE'
  | 'INCLUSION'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS'
  | 'INVALID_DISCOUNT_CLASS_FOR_PRICE_RULE'
  | 'INVALID_PRODUCT_DISCOUNTS_FALSE_WITH_EXISTING_TAGS_ON_SAME_CART_LINE'
  | 'INVALID_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_FOR_DISCOUNT_CLASS'
  | 'INVALID_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_WITHOUT_PRODUCT_DISCOUNTS'
  | 'INVALID_TAG_LENGTH'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'MAX_APP_DISCOUNTS'
  | 'MINIMUM_SUBTOTAL_AND_QUANTITY_RANGE_BOTH_PRESENT'
  | 'MISSING_ARGUMENT'
  | 'MISSING_FUNCTION_IDENTIFIER'
  | 'MULTIPLE_FUNCTION_IDENTIFIERS'
  | 'MULTIPLE_RECURRING_CYCLE_LIMIT_FOR_NON_SUBSCRIPTION_ITEMS'
  | 'PRESENT'
  | 'PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_NOT_ENTITLED'
  | 'RECURRING_CYCLE_LIMIT_NOT_A_VALID_INTEGER'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_MANY_ARGUMENTS'
  | 'TOO_MANY_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE'
  | 'TOO_MANY_TAGS'
  | 'TOO_SHORT'
  | 'VALUE_OUTSIDE_RANGE';

type DraftOrderStatus = 'COMPLETED' | 'INVOICE_SENT' | 'OPEN';

type FileStatus = 'FAILED' | 'PROCESSING' | 'READY' | 'UPLOADED';

type FilesErrorCode =
  | 'ALT_VALUE_LIMIT_EXCEEDED'
  | 'BLANK_SEARCH'
  | 'FILENAME_ALREADY_EXISTS'
  | 'FILE_DOES_NOT_EXIST'
  | 'FILE_LOCKED'
  | 'INVALID'
  | 'INVALID_DUPLICATE_MODE_FOR_TYPE'
  | 'INVALID_DUPLICATE_RESOLUTION_MODE'
  | 'INVALID_FAILED_MEDIA_STATE'
  | 'INVALID_FILENAME'
  | 'INVALID_FILENAME_EXTENSION'
  | 'INVALID_IMAGE_SOURCE_URL'
  | 'INVALID_QUERY'
  | 'MEDIA_CANNOT_BE_MODIFIED'
  | 'MISMATCHED_FILENAME_AND_ORIGINAL_SOURCE'
  | 'MISSING_ARGUMENTS'
  | 'MISSING_FILENAME_FOR_DUPLICATE_MODE_REPLACE'
  | 'NON_IMAGE_MEDIA_PER_SHOP_LIMIT_EXCEEDED'
  | 'NON_READY_STATE'
  | 'PRODUCT_MEDIA_LIMIT_EXCEEDED'
  | 'PRODUCT_SUSPENDED'
  | 'REFERENCE_TARGET_DOES_NOT_EXIST'
  | 'TOO_MANY_ARGUMENTS'
  | 'TOO_MANY_FILE_REFERENCE'
  | 'UNACCEPTABLE_ASSET'
  | 'UNACCEPTABLE_TRIAL_ASSET'
  | 'UNACCEPTABLE_UNVERIFIED_TRIAL_ASSET'
  | 'UNSUPPORTED_FILE_REFERENCE'
  | 'UNSUPPORTED_MEDIA_TYPE_FOR_FILENAME_UPDATE';

type FulfillmentEventStatus =
  | 'ATTEMPTED_DELIVERY'
  | 'CARRIER_PICKED_UP'
  | 'CONFIRMED'
  | 'DELAYED'
  | 'DELIVERED'
  | 'FAILURE'
  | 'IN_TRANSIT'
  | 'LABEL_PRINTED'
  | 'LABEL_PURCHASED'
  | 'OUT_FOR_DELIVERY'
  | 'READY_FOR_PICKUP';

type FulfillmentHoldReason =
  | 'AWAITING_PAYMENT'
  | 'AWAITING_RETURN_ITEMS'
  | 'HIGH_RISK_OF_FRAUD'
  | 'INCORRECT_ADDRESS'
  | 'INVENTORY_OUT_OF_STOCK'
  | 'ONLINE_STORE_POST_PURCHASE_CROSS_SELL'
  | 'OTHER'
  | 'UNKNOWN_DELIVERY_DATE';

type FulfillmentOrderHoldUserErrorCode =
  | 'DUPLICATED_FULFILLMENT_ORDER_LINE_ITEMS'
  | 'DUPLICATE_FULFILLMENT_HOLD_HANDLE'
  | 'FULFILLMENT_ORDER_HOLD_LIMIT_REACHED'
  | 'FULFILLMENT_ORDER_NOT_FOUND'
  | 'FULFILLMENT_ORDER_NOT_SPLITTABLE'
  | 'GREATER_THAN_ZERO'
  | 'INVALID_LINE_ITEM_QUANTITY'
  | 'TAKEN';

type FulfillmentOrderLineItemsPreparedForPickupUserErrorCode =
  'FULFILLMENT_ORDER_INVALID' | 'NO_LINE_ITEMS_TO_PREPARE_FOR_FULFILLMENT_ORDER' | 'UNABLE_TO_PREPARE_QUANTITY';

type FulfillmentOrderReleaseHoldUserErrorCode = 'FULFILLMENT_ORDER_NOT_FOUND' | 'INVALID_ACCESS';

type FulfillmentOrderSplitUserErrorCode =
  'FULFILLMENT_ORDER_NOT_FOUND' | 'GREATER_THAN' | 'INVALID_LINE_ITEM_QUANTITY' | 'NO_LINE_ITEMS_PROVIDED_TO_SPLIT';

type FulfillmentOrderStatus = 'CANCELLED' | 'CLOSED' | 'INCOMPLETE' | 'IN_PROGRESS' | 'ON_HOLD' | 'OPEN' | 'SCHEDULED';

type FulfillmentStatus = 'CANCELLED' | 'ERROR' | 'FAILURE' | 'OPEN' | 'PENDING' | 'SUCCESS';

type InventorySetQuantitiesUserErrorCode =
  | 'CHANGE_FROM_QUANTITY_STALE'
  | 'COMPARE_QUANTITY_REQUIRED'
  | 'COMPARE_QUANTITY_STALE'
  | 'IDEMPOTENCY_CONCURRENT_REQUEST'
  | 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH'
  | 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED'
  | 'INVALID_INVENTORY_ITEM'
  | 'INVALID_LOCATION'
  | 'INVALID_NAME'
  | 'INVALID_QUANTITY_NEGATIVE'
  | 'INVALID_QUANTITY_TOO_HIGH'
  | 'INVALID_QUANTITY_TOO_LOW'
  | 'INVALID_REASON'
  | 'INVALID_REFERENCE_DOCUMENT'
  | 'NON_MUTABLE_INVENTORY_ITEM'
  | 'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR';

type MediaContentType = 'EXTERNAL_VIDEO' | 'IMAGE' | 'MODEL_3D' | 'VIDEO';

type MediaErrorCode =
  | 'DUPLICATE_FILENAME_ERROR'
  | 'EXTERNAL_VIDEO_EMBED_DISABLED'
  | 'EXTERNAL_VIDEO_EMBED_NOT_FOUND_OR_TRANSCODING'
  | 'EXTERNAL_VIDEO_INVALID_ASPECT_RATIO'
  | 'EXTERNAL_VIDEO_NOT_FOUND'
  | 'EXTERNAL_VIDEO_UNLISTED'
  | 'FILE_STORAGE_LIMIT_EXCEEDED'
  | 'GENERIC_FILE_DOWNLOAD_FAILURE'
  | 'GENERIC_FILE_INVALID_SIZE'
  | 'IMAGE_DOWNLOAD_FAILURE'
  | 'IMAGE_PROCESSING_FAILURE'
  | 'INVALID_IMAGE_ASPECT_RATIO'
  | 'INVALID_IMAGE_FILE_SIZE'
  | 'INVALID_IMAGE_RESOLUTION'
  | 'INVALID_SIGNED_URL'
  | 'MEDIA_TIMEOUT_ERROR'
  | 'MODEL3D_GLB_OUTPUT_CREATION_ERROR'
  | 'MODEL3D_GLB_TO_USDZ_CONVERSION_ERROR'
  | 'MODEL3D_PROCESSING_FAILURE'
  | 'MODEL3D_THUMBNAIL_GENERATION_ERROR'
  | 'MODEL3D_THUMBNAIL_REGENERATION_ERROR'
  | 'MODEL3D_VALIDATION_ERROR'
  | 'UNKNOWN'
  | 'UNSUPPORTED_IMAGE_FILE_TYPE'
  | 'VIDEO_INVALID_FILETYPE_ERROR'
  | 'VIDEO_MAX_DURATION_ERROR'
  | 'VIDEO_MAX_HEIGHT_ERROR'
  | 'VIDEO_MAX_WIDTH_ERROR'
  | 'VIDEO_METADATA_READ_ERROR'
  | 'VIDEO_MIN_DURATION_ERROR'
  | 'VIDEO_MIN_HEIGHT_ERROR'
  | 'VIDEO_MIN_WIDTH_ERROR'
  | 'VIDEO_VALIDATION_ERROR';

type MediaStatus = 'FAILED' | 'PROCESSING' | 'READY' | 'UPLOADED';

type MetafieldDefinitionCreateUserErrorCode =
  | 'ADMIN_ACCESS_INPUT_NOT_ALLOWED'
  | 'BLANK'
  | 'CAPABILITY_REQUIRED_BUT_DISABLED'
  | 'DUPLICATE_OPTION'
  | 'INCLUSION'
  | 'INVALID'
  | 'INVALID_CAPABILITY'
  | 'INVALID_CHARACTER'
  | 'INVALID_CONSTRAINTS'
  | 'INVALID_INPUT_COMBINATION'
  | 'INVALID_OPTION'
  | 'LIMIT_EXCEEDED'
  | 'OWNER_TYPE_LIMIT_EXCEEDED_FOR_AUTOMATED_COLLECTIONS'
  | 'OWNER_TYPE_LIMIT_EXCEEDED_FOR_USE_AS_ADMIN_FILTERS'
  | 'PINNED_LIMIT_REACHED'
  | 'PRESENT'
  | 'RESERVED_NAMESPACE_KEY'
  | 'RESOURCE_TYPE_LIMIT_EXCEEDED'
  | 'RESOURCE_TYPE_LIMIT_EXCEEDED_BY_APP'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_SHORT'
  | 'TYPE_NOT_ALLOWED_FOR_CONDITIONS'
  | 'UNSTRUCTURED_ALREADY_EXISTS'
  | 'UNSUPPORTED_PINNING';

type MetafieldDefinitionDeleteUserErrorCode =
  | 'APP_CONFIG_MANAGED'
  | 'DISALLOWED_OWNER_TYPE'
  | 'ID_TYPE_DELETION_ERROR'
  | 'INTERNAL_ERROR'
  | 'METAFIELD_DEFINITION_IN_USE'
  | 'NOT_FOUND'
  | 'PRESENT'
  | 'REFERENCE_TYPE_DELETION_ERROR'
  | 'RESERVED_NAMESPACE_ORPHANED_METAFIELDS'
  | 'STANDARD_METAFIELD_DEFINITION_DEPENDENT_ON_APP';

type MetafieldDefinitionUpdateUserErrorCode =
  | 'ADMIN_ACCESS_INPUT_NOT_ALLOWED'
  | 'APP_CONFIG_MANAGED'
  | 'BLANK'
  | 'CAPABILITY_CANNOT_BE_DISABLED'
  | 'CAPABILITY_REQUIRED_BUT_DISABLED'
  | 'DISALLOWED_OWNER_TYPE'
  | 'DUPLICATE_OPTION'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'INVALID_CAPABILITY'
  | 'INVALID_CONSTRAINTS'
  | 'INVALID_INPUT'
  | 'INVALID_INPUT_COMBINATION'
  | 'INVALID_OPTION'
  | 'METAFIELD_DEFINITION_IN_USE'
  | 'METAOBJECT_DEFINITION_CHANGED'
  | 'NOT_FOUND'
  | 'OWNER_TYPE_LIMIT_EXCEEDED_FOR_AUTOMATED_COLLECTIONS'
  | 'OWNER_TYPE_LIMIT_EXCEEDED_FOR_USE_AS_ADMIN_FILTERS'
  | 'PINNED_LIMIT_REACHED'
  | 'PRESENT'
  | 'TOO_LONG'
  | 'TYPE_NOT_ALLOWED_FOR_CONDITIONS'
  | 'UNSUPPORTED_PINNING';

type MetafieldsSetUserErrorCode =
  | 'APP_NOT_AUTHORIZED'
  | 'BLANK'
  | 'CAPABILITY_VIOLATION'
  | 'INCLUSION'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'INVALID_COMPARE_DIGEST'
  | 'INVALID_TYPE'
  | 'INVALID_VALUE'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'PRESENT'
  | 'STALE_OBJECT'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_SHORT';

type MetaobjectStatus = 'ACTIVE' | 'DRAFT';

type MetaobjectUserErrorCode =
  | 'ADMIN_ACCESS_INPUT_NOT_ALLOWED'
  | 'APP_CONFIG_MANAGED'
  | 'BLANK'
  | 'CAPABILITY_NOT_ENABLED'
  | 'DISPLAY_NAME_CONFLICT'
  | 'DUPLICATE_FIELD_INPUT'
  | 'FIELD_TYPE_INVALID'
  | 'IMMUTABLE'
  | 'INCLUSION'
  | 'INPUT_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'INVALID_OPTION'
  | 'INVALID_TYPE'
  | 'INVALID_VALUE'
  | 'MAX_DEFINITIONS_EXCEEDED'
  | 'MAX_OBJECTS_EXCEEDED'
  | 'MISSING_REQUIRED_KEYS'
  | 'NOT_AUTHORIZED'
  | 'OBJECT_FIELD_REQUIRED'
  | 'OBJECT_FIELD_TAKEN'
  | 'PRESENT'
  | 'RECORD_NOT_FOUND'
  | 'REFERENCE_EXISTS_ERROR'
  | 'RESERVED_NAME'
  | 'STANDARD_METAOBJECT_DEFINITION_DEPENDENT_ON_APP'
  | 'TAKEN'
  | 'TOO_LONG'
  | 'TOO_SHORT'
  | 'UNDEFINED_OBJECT_FIELD'
  | 'UNDEFINED_OBJECT_TYPE'
  | 'URL_HANDLE_BLANK'
  | 'URL_HANDLE_INVALID'
  | 'URL_HANDLE_TAKEN';

type OrderActionType = 'ORDER' | 'ORDER_EDIT' | 'REFUND' | 'RETURN' | 'UNKNOWN';

type OrderCancelUserErrorCode =
  | 'INTERNAL_ERROR'
  | 'INVALID'
  | 'NOT_FOUND'
  | 'NO_REFUND_PERMISSION'
  | 'NO_REFUND_TO_STORE_CREDIT_PERMISSION'
  | 'STORE_CREDIT_REFUND_B2B_NOT_SUPPORTED'
  | 'STORE_CREDIT_REFUND_EXPIRATION_IN_PAST'
  | 'STORE_CREDIT_REFUND_MISSING_CUSTOMER';

type OrderCreateUserErrorCode =
  | 'FULFILLMENT_SERVICE_INVALID'
  | 'INVALID'
  | 'INVENTORY_CLAIM_FAILED'
  | 'PROCESSED_AT_INVALID'
  | 'REDUNDANT_CUSTOMER_FIELDS'
  | 'SHOP_DORMANT'
  | 'TAX_LINE_RATE_MISSING';

type OrderDisplayFinancialStatus =
  'AUTHORIZED' | 'EXPIRED' | 'PAID' | 'PARTIALLY_PAID' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'VOIDED';

type OrderDisplayFulfillmentStatus =
  | 'FULFILLED'
  | 'FULFILLMENT_NOT_REQUIRED'
  | 'IN_PROGRESS'
  | 'ON_HOLD'
  | 'OPEN'
  | 'PARTIALLY_FULFILLED'
  | 'PENDING_FULFILLMENT'
  | 'REQUEST_DECLINED'
  | 'RESTOCKED'
  | 'SCHEDULED'
  | 'UNFULFILLED';

type OrderRiskRecommendationResult = 'ACCEPT' | 'CANCEL' | 'INVESTIGATE' | 'NONE';

type OrderTransactionKind =
  'AUTHORIZATION' | 'CAPTURE' | 'CHANGE' | 'EMV_AUTHORIZATION' | 'REFUND' | 'SALE' | 'SUGGESTED_REFUND' | 'VOID';

type OrderTransactionStatus = 'AWAITING_RESPONSE' | 'ERROR' | 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN';

type ProductOperationStatus = 'ACTIVE' | 'COMPLETE' | 'CREATED';

type ProductSetUserErrorCode =
  | 'CANNOT_COMBINE_LINKED_AND_NONLINKED_OPTION_VALUES'
  | 'CAPABILITY_VIOLATION'
  | 'DUPLICATED_METAFIELD_VALUE'
  | 'DUPLICATED_OPTION_NAME'
  | 'DUPLICATED_OPTION_VALUE'
  | 'DUPLICATED_VALUE'
  | 'DUPLICATE_LINKED_OPTION'
  | 'GENERIC_ERROR'
  | 'GIFT_CARDS_NOT_ACTIVATED'
  | 'GIFT_CARD_ATTRIBUTE_CANNOT_BE_CHANGED'
  | 'HANDLE_NOT_UNIQUE'
  | 'ID_NOT_ALLOWED'
  | 'INPUT_MISMATCH'
  | 'INVALID_INPUT'
  | 'INVALID_METAFIELD'
  | 'INVALID_METAFIELD_VALUE_FOR_LINKED_OPTION'
  | 'INVALID_PRODUCT'
  | 'INVALID_VARIANT'
  | 'INVENTORY_QUANTITIES_LIMIT_EXCEEDED'
  | 'JOB_ERROR'
  | 'LINKED_METAFIELD_DEFINITION_NOT_FOUND'
  | 'LINKED_OPTIONS_NOT_SUPPORTED_FOR_SHOP'
  | 'METAFIELD_MISMATCH'
  | 'MISSING_FIELD_REQUIRED'
  | 'NOT_FOUND'
  | 'OPTIONS_OVER_LIMIT'
  | 'OPTION_DOES_NOT_EXIST'
  | 'OPTION_VALUES_MISSING'
  | 'OPTION_VALUES_OVER_LIMIT'
  | 'OPTION_VALUE_DOES_NOT_EXIST'
  | 'PRODUCT_DOES_NOT_EXIST'
  | 'PRODUCT_OPTIONS_INPUT_MISSING'
  | 'PRODUCT_SUSPENDED'
  | 'PRODUCT_VARIANT_DOES_NOT_EXIST'
  | 'VARIANTS_INPUT_MISSING'
  | 'VARIANTS_OVER_LIMIT';

type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';

type RefundLineItemRestockType = 'CANCEL' | 'LEGACY_RESTOCK' | 'NO_RESTOCK' | 'RETURN';

type ReturnDeclineReason = 'FINAL_SALE' | 'OTHER' | 'RETURN_PERIOD_ENDED';

type ReturnStatus = 'CANCELED' | 'CLOSED' | 'DECLINED' | 'OPEN' | 'REQUESTED';

type RiskAssessmentResult = 'HIGH' | 'LOW' | 'MEDIUM' | 'NONE' | 'PENDING';

type SaleActionType = 'ORDER' | 'RETURN' | 'UNKNOWN' | 'UPDATE';

type SaleLineType =
  'ADDITIONAL_FEE' | 'ADJUSTMENT' | 'DUTY' | 'FEE' | 'GIFT_CARD' | 'PRODUCT' | 'SHIPPING' | 'TIP' | 'UNKNOWN';

type TranslationErrorCode =
  | 'BLANK'
  | 'FAILS_RESOURCE_VALIDATION'
  | 'INVALID'
  | 'INVALID_CODE'
  | 'INVALID_FORMAT'
  | 'INVALID_KEY_FOR_MODEL'
  | 'INVALID_LOCALE_FOR_MARKET'
  | 'INVALID_LOCALE_FOR_SHOP'
  | 'INVALID_MARKET_LOCALIZABLE_CONTENT'
  | 'INVALID_TRANSLATABLE_CONTENT'
  | 'INVALID_VALUE_FOR_HANDLE_TRANSLATION'
  | 'MARKET_CUSTOM_CONTENT_NOT_ALLOWED'
  | 'MARKET_DOES_NOT_EXIST'
  | 'MARKET_LOCALE_CREATION_FAILED'
  | 'RESOURCE_NOT_FOUND'
  | 'RESOURCE_NOT_MARKET_CUSTOMIZABLE'
  | 'RESOURCE_NOT_TRANSLATABLE'
  | 'TOO_MANY_KEYS_FOR_RESOURCE';

type WebhookSubscriptionTopic =
  | 'APP_PURCHASES_ONE_TIME_UPDATE'
  | 'APP_SCOPES_UPDATE'
  | 'APP_SUBSCRIPTIONS_APPROACHING_CAPPED_AMOUNT'
  | 'APP_SUBSCRIPTIONS_UPDATE'
  | 'APP_UNINSTALLED'
  | 'AUDIT_EVENTS_ADMIN_API_ACTIVITY'
  | 'BULK_OPERATIONS_FINISH'
  | 'CARTS_CREATE'
  | 'CARTS_UPDATE'
  | 'CHANNELS_DELETE'
  | 'CHECKOUTS_CREATE'
  | 'CHECKOUTS_DELETE'
  | 'CHECKOUTS_UPDATE'
  | 'COLLECTIONS_CREATE'
  | 'COLLECTIONS_DELETE'
  | 'COLLECTIONS_UPDATE'
  | 'COLLECTION_LISTINGS_ADD'
  | 'COLLECTION_LISTINGS_REMOVE'
  | 'COLLECTION_LISTINGS_UPDATE'
  | 'COLLECTION_PUBLICATIONS_CREATE'
  | 'COLLECTION_PUBLICATIONS_DELETE'
  | 'COLLECTION_PUBLICATIONS_UPDATE'
  | 'COMPANIES_CREATE'
  | 'COMPANIES_DELETE'
  | 'COMPANIES_UPDATE'
  | 'COMPANY_CONTACTS_CREATE'
  | 'COMPANY_CONTACTS_DELETE'
  | 'COMPANY_CONTACTS_UPDATE'
  | 'COMPANY_CONTACT_ROLES_ASSIGN'
  | 'COMPANY_CONTACT_ROLES_REVOKE'
  | 'COMPANY_LOCATIONS_CREATE'
  | 'COMPANY_LOCATIONS_DELETE'
  | 'COMPANY_LOCATIONS_UPDATE'
  | 'CUSTOMERS_CREATE'
  | 'CUSTOMERS_DELETE'
  | 'CUSTOMERS_DISABLE'
  | 'CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE'
  | 'CUSTOMERS_ENABLE'
  | 'CUSTOMERS_MARKETING_CONSENT_UPDATE'
  | 'CUSTOMERS_MERGE'
  | 'CUSTOMERS_PURCHASING_SUMMARY'
  | 'CUSTOMERS_UPDATE'
  | 'CUSTOMERS_WHATS_APP_MARKETING_CONSENT_UPDATE'
  | 'CUSTOMER_ACCOUNT_SETTINGS_UPDATE'
  | 'CUSTOMER_GROUPS_CREATE'
  | 'CUSTOMER_GROUPS_DELETE'
  | 'CUSTOMER_GROUPS_UPDATE'
  | 'CUSTOMER_JOINED_SEGMENT'
  | 'CUSTOMER_LEFT_SEGMENT'
  | 'CUSTOMER_PAYMENT_METHODS_CREATE'
  | 'CUSTOMER_PAYMENT_METHODS_REVOKE'
  | 'CUSTOMER_PAYMENT_METHODS_UPDATE'
  | 'CUSTOMER_TAGS_ADDED'
  | 'CUSTOMER_TAGS_REMOVED'
  | 'DELIVERY_PROMISE_SETTINGS_UPDATE'
  | 'DISCOUNTS_CREATE'
  | 'DISCOUNTS_DELETE'
  | 'DISCOUNTS_REDEEMCODE_ADDED'
  | 'DISCOUNTS_REDEEMCODE_REMOVED'
  | 'DISCOUNTS_UPDATE'
  | 'DISPUTES_CREATE'
  | 'DISPUTES_UPDATE'
  | 'DOMAINS_CREATE'
  | 'DOMAINS_DESTROY'
  | 'DOMAINS_UPDATE'
  | 'DRAFT_ORDERS_CREATE'
  | 'DRAFT_ORDERS_DELETE'
  | 'DRAFT_ORDERS_UPDATE'
  | 'FINANCE_APP_STAFF_MEMBER_DELETE'
  | 'FINANCE_APP_STAFF_MEMBER_GRANT'
  | 'FINANCE_APP_STAFF_MEMBER_REVOKE'
  | 'FINANCE_APP_STAFF_MEMBER_UPDATE'
  | 'FINANCE_KYC_INFORMATION_UPDATE'
  | 'FULFILLMENTS_CREATE'
  | 'FULFILLMENTS_UPDATE'
  | 'FULFILLMENT_EVENTS_CREATE'
  | 'FULFILLMENT_EVENTS_DELETE'
  | 'FULFILLMENT_HOLDS_ADDED'
  | 'FULFILLMENT_HOLDS_RELEASED'
  | 'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_ACCEPTED'
  | 'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_REJECTED'
  | 'FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED'
  | 'FULFILLMENT_ORDERS_CANCELLED'
  | 'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_ACCEPTED'
  | 'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_REJECTED'
  | 'FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED'
  | 'FULFILLMENT_ORDERS_FULFILLMENT_SERVICE_FAILED_TO_COMPLETE'
  | 'FULFILLMENT_ORDERS_HOLD_RELEASED'
  | 'FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_LOCAL_DELIVERY'
  | 'FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_PICKUP'
  | 'FULFILLMENT_ORDERS_MANUALLY_REPORTED_PROGRESS_STOPPED'
  | 'FULFILLMENT_ORDERS_MERGED'
  | 'FULFILLMENT_ORDERS_MOVED'
  | 'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE'
  | 'FULFILLMENT_ORDERS_PLACED_ON_HOLD'
  | 'FULFILLMENT_ORDERS_PROGRESS_REPORTED'
  | 'FULFILLMENT_ORDERS_RESCHEDULED'
  | 'FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY'
  | 'FULFILLMENT_ORDERS_SPLIT'
  | 'INVENTORY_ITEMS_CREATE'
  | 'INVENTORY_ITEMS_DELETE'
  | 'INVENTORY_ITEMS_UPDATE'
  | 'INVENTORY_LEVELS_CONNECT'
  | 'INVENTORY_LEVELS_DISCONNECT'
  | 'INVENTORY_LEVELS_UPDATE'
  | 'INVENTORY_SHIPMENTS_ADD_ITEMS'
  | 'INVENTORY_SHIPMENTS_CREATE'
  | 'INVENTORY_SHIPMENTS_DELETE'
  | 'INVENTORY_SHIPMENTS_MARK_IN_TRANSIT'
  | 'INVENTORY_SHIPMENTS_RECEIVE_ITEMS'
  | 'INVENTORY_SHIPMENTS_REMOVE_ITEMS'
  | 'INVENTORY_SHIPMENTS_UPDATE_ITEM_QUANTITIES'
  | 'INVENTORY_SHIPMENTS_UPDATE_TRACKING'
  | 'INVENTORY_TRANSFERS_ADD_ITEMS'
  | 'INVENTORY_TRANSFERS_CANCEL'
  | 'INVENTORY_TRANSFERS_COMPLETE'
  | 'INVENTORY_TRANSFERS_READY_TO_SHIP'
  | 'INVENTORY_TRANSFERS_REMOVE_ITEMS'
  | 'INVENTORY_TRANSFERS_UPDATED'
  | 'INVENTORY_TRANSFERS_UPDATE_ITEM_QUANTITIES'
  | 'LOCALES_CREATE'
  | 'LOCALES_DESTROY'
  | 'LOCALES_UPDATE'
  | 'LOCATIONS_ACTIVATE'
  | 'LOCATIONS_CREATE'
  | 'LOCATIONS_DEACTIVATE'
  | 'LOCATIONS_DELETE'
  | 'LOCATIONS_UPDATE'
  | 'MARKETS_BACKUP_REGION_UPDATE'
  | 'MARKETS_CREATE'
  | 'MARKETS_DELETE'
  | 'MARKETS_UPDATE'
  | 'METAFIELD_DEFINITIONS_CREATE'
  | 'METAFIELD_DEFINITIONS_DELETE'
  | 'METAFIELD_DEFINITIONS_UPDATE'
  | 'METAOBJECTS_CREATE'
  | 'METAOBJECTS_DELETE'
  | 'METAOBJECTS_UPDATE'
  | 'ORDERS_CANCELLED'
  | 'ORDERS_CREATE'
  | 'ORDERS_DELETE'
  | 'ORDERS_EDITED'
  | 'ORDERS_FULFILLED'
  | 'ORDERS_LINK_REQUESTED'
  | 'ORDERS_PAID'
  | 'ORDERS_PARTIALLY_FULFILLED'
  | 'ORDERS_RISK_ASSESSMENT_CHANGED'
  | 'ORDERS_SHOPIFY_PROTECT_ELIGIBILITY_CHANGED'
  | 'ORDERS_UPDATED'
  | 'ORDER_TRANSACTIONS_CREATE'
  | 'PAYMENT_SCHEDULES_DUE'
  | 'PAYMENT_TERMS_CREATE'
  | 'PAYMENT_TERMS_DELETE'
  | 'PAYMENT_TERMS_UPDATE'
  | 'PRODUCTS_CREATE'
  | 'PRODUCTS_DELETE'
  | 'PRODUCTS_UPDATE'
  | 'PRODUCT_FEEDS_CREATE'
  | 'PRODUCT_FEEDS_FULL_SYNC'
  | 'PRODUCT_FEEDS_FULL_SYNC_FINISH'
  | 'PRODUCT_FEEDS_INCREMENTAL_SYNC'
  | 'PRODUCT_FEEDS_UPDATE'
  | 'PRODUCT_LISTINGS_ADD'
  | 'PRODUCT_LISTINGS_REMOVE'
  | 'PRODUCT_LISTINGS_UPDATE'
  | 'PRODUCT_PUBLICATIONS_CREATE'
  | 'PRODUCT_PUBLICATIONS_DELETE'
  | 'PRODUCT_PUBLICATIONS_UPDATE'
  | 'PROFILES_CREATE'
  | 'PROFILES_DELETE'
  | 'PROFILES_UPDATE'
  | 'REFUNDS_CREATE'
  | 'RETURNS_APPROVE'
  | 'RETURNS_CANCEL'
  | 'RETURNS_CLOSE'
  | 'RETURNS_DECLINE'
  | 'RETURNS_PROCESS'
  | 'RETURNS_REOPEN'
  | 'RETURNS_REQUEST'
  | 'RETURNS_UPDATE'
  | 'REVERSE_DELIVERIES_ATTACH_DELIVERABLE'
  | 'REVERSE_FULFILLMENT_ORDERS_DISPOSE'
  | 'SCHEDULED_PRODUCT_LISTINGS_ADD'
  | 'SCHEDULED_PRODUCT_LISTINGS_REMOVE'
  | 'SCHEDULED_PRODUCT_LISTINGS_UPDATE'
  | 'SEGMENTS_CREATE'
  | 'SEGMENTS_DELETE'
  | 'SEGMENTS_UPDATE'
  | 'SELLING_PLAN_GROUPS_CREATE'
  | 'SELLING_PLAN_GROUPS_DELETE'
  | 'SELLING_PLAN_GROUPS_UPDATE'
  | 'SHIPPING_ADDRESSES_CREATE'
  | 'SHIPPING_ADDRESSES_UPDATE'
  | 'SHOP_UPDATE'
  | 'SUBSCRIPTION_BILLING_ATTEMPTS_CHALLENGED'
  | 'SUBSCRIPTION_BILLING_ATTEMPTS_FAILURE'
  | 'SUBSCRIPTION_BILLING_ATTEMPTS_SUCCESS'
  | 'SUBSCRIPTION_BILLING_CYCLES_SKIP'
  | 'SUBSCRIPTION_BILLING_CYCLES_UNSKIP'
  | 'SUBSCRIPTION_BILLING_CYCLE_EDITS_CREATE'
  | 'SUBSCRIPTION_BILLING_CYCLE_EDITS_DELETE'
  | 'SUBSCRIPTION_BILLING_CYCLE_EDITS_UPDATE'
  | 'SUBSCRIPTION_CONTRACTS_ACTIVATE'
  | 'SUBSCRIPTION_CONTRACTS_CANCEL'
  | 'SUBSCRIPTION_CONTRACTS_CREATE'
  | 'SUBSCRIPTION_CONTRACTS_EXPIRE'
  | 'SUBSCRIPTION_CONTRACTS_FAIL'
  | 'SUBSCRIPTION_CONTRACTS_PAUSE'
  | 'SUBSCRIPTION_CONTRACTS_UPDATE'
  | 'TAX_SERVICES_CREATE'
  | 'TAX_SERVICES_UPDATE'
  | 'TENDER_TRANSACTIONS_CREATE'
  | 'THEMES_CREATE'
  | 'THEMES_DELETE'
  | 'THEMES_PUBLISH'
  | 'THEMES_UPDATE'
  | 'VARIANTS_IN_STOCK'
  | 'VARIANTS_OUT_OF_STOCK';

type WeightUnit = 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS';
