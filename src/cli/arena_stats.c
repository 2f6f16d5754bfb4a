/* See arena_stats.h. */
#include "cli/arena_stats.h"

#include <math.h>

#define Z 1.959963984540054 /* 95% of a normal distribution */
#define Z2 (Z * Z)
/* One unit of the natural logarithm of odds, in Elo points. */
#define ELO_PER_LOG (400 / 2.302585092994046)

static const struct stats_interval none = {NAN, NAN, NAN};

struct stats_added stats_share_added(const struct tally *deals, double unit)
{
    double count = (double)deals->count;
    double sum = (double)deals->sum / unit;
    double squares = (double)deals->squares / unit / unit;
    double mean = (sum + Z2 / 2) / (count + Z2);
    double spread = squares - 2 * mean * sum + count * mean * mean;
    spread += Z2 / 2 * (mean * mean + (1 - mean) * (1 - mean));
    return (struct stats_added){
        .deals = count + Z2,
        .mean = mean,
        .variance = spread / (count + Z2),
    };
}

struct stats_interval stats_share(const struct tally *deals, double unit)
{
    if (deals->count == 0)
        return none;
    struct stats_added added = stats_share_added(deals, unit);
    double half = Z * sqrt(added.variance / added.deals);
    double value = (double)deals->sum / unit / (double)deals->count;
    return (struct stats_interval){
        .value = value,
        .low = fmin(value, fmax(0, added.mean - half)),
        .high = fmax(value, fmin(1, added.mean + half)),
    };
}

struct stats_interval stats_mean(const struct tally *deals, double unit)
{
    if (deals->count == 0)
        return none;
    struct stats_interval out = {tally_mean(deals) / unit, NAN, NAN};
    if (deals->count > 1) {
        double half =
            Z * tally_deviation(deals) / unit / sqrt((double)deals->count);
        out.low = out.value - half;
        out.high = out.value + half;
    }
    return out;
}

double stats_elo(double share, double even, double least)
{
    double inside = fmin(1 - least, fmax(least, share));
    return ELO_PER_LOG * (log(inside / (1 - inside)) - log(even / (1 - even)));
}

struct stats_interval stats_elo_of(struct stats_interval share, double even,
                                   double least)
{
    if (isnan(share.value))
        return none;
    return (struct stats_interval){
        .value = stats_elo(share.value, even, least),
        .low = stats_elo(share.low, even, least),
        .high = stats_elo(share.high, even, least),
    };
}

double stats_elo_share(double elo)
{
    return 1 / (1 + exp(-elo / ELO_PER_LOG));
}

double stats_sprt_bound(void)
{
    return log((1 - STATS_SPRT_ERROR) / STATS_SPRT_ERROR);
}

/* The ratio of two normal distributions of the mean with the variance that was
 * found: what a generalised test of all the outcomes of a deal comes to when
 * the two hypotheses are near each other. */
double stats_sprt_ratio(const struct tally *deals, double unit, double elo0,
                        double elo1)
{
    if (deals->count == 0)
        return 0;
    double share0 = stats_elo_share(elo0);
    double share1 = stats_elo_share(elo1);
    double mean = tally_mean(deals) / unit;
    return (double)deals->count * (share1 - share0) *
           (2 * mean - share0 - share1) /
           (2 * stats_share_added(deals, unit).variance);
}

/* ---- The ladder ----------------------------------------------------- */

typedef double matrix[STATS_MAX_RANKS][STATS_MAX_RANKS];

/* Those who are linked by results, as bits, from the first who has any. */
static unsigned linked(const struct stats_ladder *ladder, unsigned *with_any)
{
    unsigned meets[STATS_MAX_RANKS] = {0};
    unsigned group = 0;
    *with_any = 0;
    for (unsigned i = 0; i < ladder->count; i++) {
        for (unsigned j = 0; j < ladder->count; j++)
            meets[i] |= (unsigned)(i != j && ladder->met[i][j]) << j;
        *with_any |= (unsigned)(meets[i] != 0) << i;
    }
    group = *with_any & (~*with_any + 1);
    for (unsigned before = 0; before != group;) {
        before = group;
        for (unsigned i = 0; i < ladder->count; i++)
            group |= group >> i & 1 ? meets[i] : 0;
    }
    return group;
}

/* One step for each; returns the largest change of a logarithm. */
static double improve(const struct stats_ladder *ladder, unsigned who,
                      double strength[])
{
    double change = 0;
    for (unsigned i = 0; i < ladder->count; i++) {
        double won = 0;
        double weight = 0;
        if ((who >> i & 1) == 0)
            continue;
        for (unsigned j = 0; j < ladder->count; j++) {
            const struct stats_added *of = &ladder->of[i][j];
            if (ladder->met[i][j]) {
                won += of->deals * of->mean;
                weight += of->deals / (strength[i] + strength[j]);
            }
        }
        double next = won / weight;
        change = fmax(change, fabs(log(next / strength[i])));
        strength[i] = next;
    }
    return change;
}

/* Natural logarithms of strengths, 0 on average. */
static void fit_logs(const struct stats_ladder *ladder, unsigned who,
                     double logs[])
{
    double strength[STATS_MAX_RANKS];
    double sum = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < ladder->count; i++)
        strength[i] = 1;
    for (unsigned step = 0; step < 100000; step++)
        if (improve(ladder, who, strength) < 1e-12)
            break;
    for (unsigned i = 0; i < ladder->count; i++) {
        logs[i] = log(strength[i]);
        sum += who >> i & 1 ? logs[i] : 0;
        count += who >> i & 1;
    }
    for (unsigned i = 0; i < ladder->count; i++)
        logs[i] -= sum / count;
}

/* Gauss and Jordan, in place; for positive definite matrices. */
static void invert(matrix a, unsigned count)
{
    for (unsigned pivot = 0; pivot < count; pivot++) {
        double scale = 1 / a[pivot][pivot];
        a[pivot][pivot] = 1;
        for (unsigned j = 0; j < count; j++)
            a[pivot][j] *= scale;
        for (unsigned i = 0; i < count; i++) {
            double factor = a[i][pivot];
            if (i == pivot)
                continue;
            a[i][pivot] = 0;
            for (unsigned j = 0; j < count; j++)
                a[i][j] -= factor * a[pivot][j];
        }
    }
}

static void add_pair(matrix a, unsigned i, unsigned j, double value)
{
    a[i][i] += value;
    a[j][j] += value;
    a[i][j] -= value;
    a[j][i] -= value;
}

/* The variance of each logarithm: information, spread, information, for the
 * games of a deal are not independent. The sum of all the logarithms is held
 * at 0, without which the information could not be inverted. */
static void fit_variances(const struct stats_ladder *ladder, unsigned who,
                          const double logs[], double out[])
{
    matrix information = {{0}};
    matrix spread = {{0}};
    for (unsigned i = 0; i < ladder->count; i++) {
        for (unsigned j = 0; j < ladder->count; j++)
            information[i][j] = (i == j && (who >> i & 1) == 0) ||
                                (who >> i & who >> j & 1) != 0;
    }
    for (unsigned i = 0; i < ladder->count; i++) {
        for (unsigned j = i + 1; j < ladder->count; j++) {
            const struct stats_added *of = &ladder->of[i][j];
            double p = 1 / (1 + exp(logs[j] - logs[i]));
            if (ladder->met[i][j]) {
                add_pair(information, i, j, of->deals * p * (1 - p));
                add_pair(spread, i, j, of->deals * of->variance);
            }
        }
    }
    invert(information, ladder->count);
    for (unsigned i = 0; i < ladder->count; i++) {
        out[i] = 0;
        for (unsigned j = 0; j < ladder->count; j++)
            for (unsigned k = 0; k < ladder->count; k++)
                out[i] += information[i][j] * spread[j][k] * information[k][i];
    }
}

void stats_ladder_fit(const struct stats_ladder *ladder,
                      struct stats_interval out[STATS_MAX_RANKS])
{
    double logs[STATS_MAX_RANKS];
    double variance[STATS_MAX_RANKS];
    unsigned with_any;
    unsigned who = linked(ladder, &with_any);
    for (unsigned i = 0; i < ladder->count; i++)
        out[i] = none;
    if (who == 0 || who != with_any)
        return;
    fit_logs(ladder, who, logs);
    fit_variances(ladder, who, logs, variance);
    for (unsigned i = 0; i < ladder->count; i++) {
        if (who >> i & 1) {
            double half = ELO_PER_LOG * Z * sqrt(variance[i]);
            double elo = ELO_PER_LOG * logs[i];
            out[i] = (struct stats_interval){elo, elo - half, elo + half};
        }
    }
}
