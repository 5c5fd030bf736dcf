/* Fourfold, an engine for Connect Four on the board of 7 x 6, written from docs/protocol.md alone: alpha-beta on
   bitboards with iterative deepening. It divides the time on its clock itself, and stops when it is told to. */

#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 7, HEIGHT = 6, CELLS = WIDTH * HEIGHT, WIN = 1000 };

typedef struct {
    uint64_t own, all; /* seven bits a column, the highest one stays empty; own are those of the side to move */
    int discs;
} Board;

static const int ORDER[WIDTH] = {3, 2, 4, 1, 5, 0, 6};
static char line[1 << 16];
static Board board;
static int playable = 1; /* whether the last position was one that it understands */
static double deadline;
static uint64_t nodes;
static int stopped, quit;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

/* The next line of the input, read without a buffer so that poll() sees what is waiting; 0 at its end. */
static int read_line(void) {
    size_t length = 0;
    char c;
    while (read(0, &c, 1) == 1) {
        if (c == '\n') {
            line[length] = 0;
            return 1;
        }
        if (length < sizeof line - 1) line[length++] = c;
    }
    return 0;
}

static int is_line(uint64_t discs) {
    static const int STEPS[4] = {1, HEIGHT, HEIGHT + 1, HEIGHT + 2};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = discs & (discs >> STEPS[i]);
        if (pairs & (pairs >> 2 * STEPS[i])) return 1;
    }
    return 0;
}

static int is_full(const Board *b, int column) { return b->all >> (column * 7 + HEIGHT - 1) & 1; }

static uint64_t drop(const Board *b, int column) {
    return (b->all + (UINT64_C(1) << column * 7)) & (UINT64_C(63) << column * 7);
}

static Board after(const Board *b, uint64_t cell) {
    Board next = {b->own ^ b->all, b->all | cell, b->discs + 1};
    return next;
}

/* Columns near the middle are worth more. */
static int evaluate(const Board *b) {
    static const int WEIGHT[WIDTH] = {0, 1, 2, 4, 2, 1, 0};
    int value = 0;
    for (int column = 0; column < WIDTH; column++)
        value += WEIGHT[column] * (__builtin_popcountll(b->own >> column * 7 & 63) -
                                   __builtin_popcountll((b->own ^ b->all) >> column * 7 & 63));
    return value;
}

static int search(const Board *b, int depth, int low, int high, int ply, int *best) {
    if ((++nodes & 1023) == 0) {
        struct pollfd input = {0, POLLIN, 0};
        if (now() >= deadline) stopped = 1;
        if (poll(&input, 1, 0) > 0) { /* stop, quit, or the end of the input */
            if (!read_line() || !strcmp(line, "quit")) quit = 1;
            if (quit || !strcmp(line, "stop")) stopped = 1;
            if (!strcmp(line, "isready")) puts("readyok");
        }
    }
    if (stopped) return 0;
    if (b->discs == CELLS) return 0;
    for (int i = 0; i < WIDTH; i++)
        if (!is_full(b, ORDER[i]) && is_line(b->own | drop(b, ORDER[i]))) {
            *best = ORDER[i];
            return WIN - ply - 1;
        }
    if (depth <= 1) {
        for (int i = WIDTH - 1; i >= 0; i--)
            if (!is_full(b, ORDER[i])) *best = ORDER[i];
        return evaluate(b);
    }
    for (int i = 0; i < WIDTH && low < high; i++) {
        if (is_full(b, ORDER[i])) continue;
        int reply = -1;
        Board next = after(b, drop(b, ORDER[i]));
        int value = -search(&next, depth - 1, -high, -low, ply + 1, &reply);
        if (stopped) return 0;
        if (value > low || *best < 0) *best = ORDER[i];
        if (value > low) low = value;
    }
    return low;
}

static void go(void) {
    double movetime = 0, left = 0, increment = 0, start = now();
    int depth = CELLS - board.discs, move = -1, infinite = 0;
    nodes = 0;
    stopped = 0;
    char *word = strtok(line, " ");
    while ((word = strtok(NULL, " "))) {
        if (!strcmp(word, "infinite")) {
            infinite = 1;
            continue;
        }
        char *number = strtok(NULL, " ");
        double value = number ? atof(number) : 0;
        if (!strcmp(word, "depth") && value < depth) depth = value;
        if (!strcmp(word, "movetime")) movetime = value / 1000;
        if (!strcmp(word, "time")) left = value / 1000;
        if (!strcmp(word, "inc")) increment = value / 1000;
    }
    if (left > 0) movetime = left / 15 + increment / 2 < left / 2 ? left / 15 + increment / 2 : left / 2;
    deadline = infinite ? 1e18 : start + (movetime > 0 ? movetime * 0.9 : 1.0);
    for (int now_depth = 1; now_depth <= depth && !stopped; now_depth++) {
        int best = -1;
        int value = search(&board, now_depth, -WIN, WIN, 0, &best);
        if (stopped) break;
        move = best;
        printf("info depth %d score ", now_depth);
        if (value > WIN - 100) printf("win %d", WIN - value);
        else if (value < 100 - WIN) printf("loss %d", WIN + value);
        else if (now_depth == CELLS - board.discs) printf("exact 0");
        else printf("estimate %d", value);
        printf(" nodes %llu time %.0f pv %d\n", (unsigned long long)nodes, 1000 * (now() - start), move + 1);
        if (abs(value) > WIN - 100) break;
    }
    for (int i = WIDTH - 1; move < 0 && i >= 0; i--)
        if (!is_full(&board, ORDER[i])) move = ORDER[i];
    while (infinite && !stopped)
        if (!read_line() || !strcmp(line, "stop") || !strcmp(line, "quit")) stopped = 1;
    printf("bestmove %d\n", move + 1);
}

/* "position rules classic [start BOARD] [moves MOVES]" */
static int set_position(void) {
    uint64_t sides[2] = {0, 0};
    int turn = 0;
    char *start = strstr(line, " start "), *moves = strstr(line, " moves ");
    char *rules = strstr(line, " rules ");
    if (rules && strncmp(rules, " rules classic ", 15) && strcmp(rules, " rules classic")) return 0;
    if (start) {
        int column = 0, row = HEIGHT - 1;
        for (char *c = start + 7; *c && *c != ' '; c++) {
            if (*c == '/') {
                row--;
                column = 0;
                continue;
            }
            if (row < 0 || column >= WIDTH) return 0;
            if (*c == 'x' || *c == 'o') sides[*c == 'o'] |= UINT64_C(1) << (column * 7 + row);
            column++;
        }
        turn = strstr(start, "turn=o") != NULL;
    }
    Board b = {sides[turn], sides[0] | sides[1], __builtin_popcountll(sides[0] | sides[1])};
    for (char *c = moves ? moves + 7 : ""; *c >= '1' && *c <= '7'; c++) {
        if (is_full(&b, *c - '1')) return 0;
        b = after(&b, drop(&b, *c - '1'));
    }
    board = b;
    return 1;
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (!quit && read_line()) {
        char word[32] = "";
        sscanf(line, "%31s", word);
        if (!strcmp(word, "fourcast")) puts("id name Fourfold\nid author From the protocol page\nprotocol 2\nfourcastok");
        else if (!strcmp(word, "isready")) puts("readyok");
        else if (!strcmp(word, "newgame")) {
            if (strcmp(line, "newgame rules classic")) puts("error Fourfold plays classic rules on 7 x 6 only.");
        } else if (!strcmp(word, "position")) {
            playable = set_position();
            if (!playable) puts("error I do not understand this position.");
        } else if (!strcmp(word, "go")) {
            if (playable) go();
            else puts("bestmove none");
        } else if (!strcmp(word, "quit")) break;
    }
    return 0;
}
