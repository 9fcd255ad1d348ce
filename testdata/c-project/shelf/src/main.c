#include "log.h"
#include "options.h"
#include "report.h"
#include "sort.h"
#include "table.h"

int main(int count, char **words) {
    struct options options = {0};
    struct table table = {0};
    int places[64] = {0};
    if (!options_read(&options, count, words)) {
        log_line(QUIET, "this option is not known");
        return 2;
    }
    log_level(options.level);
    table_begin(&table);
    for (int i = options.first; i + 1 < count; i += 2) {
        if (!record_fill(table_add(&table), words[i], words[i + 1])) {
            log_line(QUIET, "a name and a number were expected");
            return 2;
        }
    }
    sort_by_name(&table);
    report_table(&table);
    int sorted = sort_by_amount(&table, places);
    report_places(&table, places, sorted);
    if (options.sums) {
        report_sums(&table);
    }
    log_line(LOUD, "done");
    table_end(&table);
    return 0;
}
