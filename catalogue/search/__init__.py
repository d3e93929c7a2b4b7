"""Search over the catalogue, one contract on both databases.

    query = Query.from_params(request.GET)
    results = search(query)
    newest(6)  # the latest records, as a shelf shows them

Services call `index.update` and `index.update_availability` in the transaction of each change.
"""

from catalogue.search.facets import Facet, Facets
from catalogue.search.query import Query
from catalogue.search.results import Question, Results, keys, newest, search

__all__ = ["Facet", "Facets", "Query", "Question", "Results", "keys", "newest", "search"]
